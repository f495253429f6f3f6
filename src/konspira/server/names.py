"""Rooms have names that can be said aloud: "Amber Sparrow". A name is no key; the link is."""

from __future__ import annotations

import secrets
from typing import Final

FIRST: Final = (
    "Amber Ash Autumn Bitter Blue Brass Bright Broken Carbon Cedar Clever Coral Copper "
    "Crooked Crystal Distant Double Dusty Ebony Eleventh Empty Evening False Faint Foreign "
    "Frosted Gentle Gilded Glass Golden Grey Hidden Hollow Idle Indigo Iron Ivory Jade Last "
    "Lemon Lunar Marble Midnight Misty Morning Narrow Northern Old Olive Paper Patient Pale "
    "Polite Quiet Rainy Restless Ruby Rusty Sable Scarlet Second Secret Silent Silver Sleepy "
    "Smoky Snowy Southern Spare Steel Stray Sudden Tall Tidy Twelfth Velvet Vermilion Violet "
    "Wandering Wax Western Winter Wooden"
).split()
SECOND: Final = (
    "Almanac Anchor Badger Balcony Beacon Bridge Candle Canary Carriage Cello Chimney Cipher "
    "Compass Courier Crane Curtain Door Dossier Dove Elevator Falcon Fan Ferry Fountain Fox "
    "Garden Gate Glove Harbour Hat Heron Hotel Island Kettle Key Kiosk Ladder Lantern Ledger "
    "Letter Lighthouse Lock Magpie Market Mirror Moth Museum Needle Newspaper Orchard Otter "
    "Owl Parasol Parcel Passage Pawn Piano Pigeon Platform Porter Postcard Quill Raven Ribbon "
    "River Rook Sailor Shadow Signal Sparrow Spyglass Staircase Station Swallow Tavern Teacup "
    "Telegram Theatre Ticket Tower Train Trunk Tunnel Umbrella Vault Violin Walnut Waltz "
    "Whistle Willow Window"
).split()


def invented() -> str:
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
