"""Who is asking: a cookie without an account, or the secret of a program's seat."""

from __future__ import annotations

import secrets
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from konspira.server.sheet import Member, Sheet, digest
from konspira.server.texts import spoken

COOKIE: Final = "konspira"
YEARS: Final = 3 * 365 * 86400
TOKEN: Final = 24


def person(request: HTTPConnection) -> str:
    """The digest of the guest's cookie; nobody without one."""
    token = request.cookies.get(COOKIE, "")
    return digest(token) if 20 <= len(token) <= 80 else ""


def bearer(request: HTTPConnection) -> str:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return digest(secret) if kind.lower() == "bearer" and secret else ""


def held(request: HTTPConnection, sheet: Sheet) -> dict[int, Member]:
    """The seats of whoever asks, by cookie or by secret."""
    secret = bearer(request)
    if secret:
        return {
            seat: one
            for seat, one in sheet.members()
            if one.secret and secrets.compare_digest(one.secret, secret)
        }
    who = person(request)
    return sheet.held(who) if who else {}


def acting(request: HTTPConnection, sheet: Sheet) -> str:
    """The person in whose name something is done in this room."""
    if bearer(request):
        return next((one.person for one in held(request, sheet).values()), "")
    return person(request)


def welcome(response: Response, secure: bool) -> str:
    """A new guest gets a cookie; its digest is the person."""
    token = secrets.token_urlsafe(TOKEN)
    response.set_cookie(
        COOKIE, token, max_age=YEARS, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return digest(token)


def language(request: HTTPConnection) -> str:
    wished = request.query_params.get("lang") or request.cookies.get("lang", "")
    return spoken(wished or request.headers.get("accept-language", ""))


def own_origin(request: HTTPConnection, public_url: str) -> bool:
    """Does the request come from a page of this house (or from no page at all)?"""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    if public_url and origin == public_url:
        return True
    return urlsplit(origin).netloc == request.headers.get("host", "") != ""
