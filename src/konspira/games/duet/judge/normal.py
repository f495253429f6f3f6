"""CD-17.3: how a typed word is read before it is compared with anything."""

from __future__ import annotations

import unicodedata

# Letters whose mark is part of the glyph, so that Unicode decomposition leaves them alone.
_STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ħ": "h"})
_HYPHENS = str.maketrans({"‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "’": "'"})


def normal(text: str) -> str:
    """NFC, case folded, outer spaces and final punctuation removed."""
    # Folding may compose or decompose anew, so the form is fixed once more afterwards.
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    folded = unicodedata.normalize("NFC", folded.casefold()).translate(_HYPHENS).strip()
    while folded and unicodedata.category(folded[-1])[0] == "P":
        folded = folded[:-1].rstrip()
    return folded


def bare(word: str) -> str:
    """The word as typed on a keyboard without marks: lód → lod."""
    apart = unicodedata.normalize("NFD", word.translate(_STROKES))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
