"""Templates of the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from konspira.engine.texts import LANGUAGES, Texts
from konspira.web import assets
from konspira.web.texts import NAMES

_templates = Environment(
    loader=PackageLoader("konspira.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals.update(
    address=assets.address,
    modules=assets.modules,
    art=lambda game: Markup(assets.art(game)),
    html=Markup,
    languages=[(language, NAMES[language]) for language in LANGUAGES],
)


def drawn(template: str, texts: Texts, **facts: object) -> str:
    """A template filled in. `say` and `many` speak the viewer's language."""
    return _filled(_templates, template, texts, facts)


def beside(package: str) -> Callable[..., str]:
    """As `drawn`, with the templates of another package, which may build on those of the house."""
    own = _templates.overlay(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("konspira.web")])
    )
    return lambda template, texts, **facts: _filled(own, template, texts, facts)


def _filled(
    templates: Environment, template: str, texts: Texts, facts: Mapping[str, object]
) -> str:
    return templates.get_template(template).render(
        say=texts.say,
        bot_name=lambda bot: _otherwise(texts, f"bot.{bot}", bot),
        bot_kind=lambda bot, game: _kind(texts, bot, game),
        many=texts.many,
        lang=texts.language,
        script_words=lambda: _script_words(texts),
        **facts,
    )


def _kind(texts: Texts, bot: str, game: str) -> str:
    """What a computer player is like; in some games it is no opponent."""
    return _otherwise(texts, f"bot.{bot}.why.{game}", _otherwise(texts, f"bot.{bot}.why", ""))


def _otherwise(texts: Texts, key: str, name: str) -> str:
    """A computer player of the host's own has no text of ours."""
    return texts.say(key) if key in texts else name


@lru_cache(maxsize=64)
def _script_words(texts: Texts) -> Markup:
    """The few sentences the client script says by itself."""
    found = {key[7:]: form[0] for key, form in texts.messages.items() if key.startswith("script.")}
    return embedded(found)


def embedded(value: object) -> Markup:
    """JSON that may stand inside a script element."""
    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


def html(text: str) -> Markup:
    """Text that is HTML already, made by a table."""
    return Markup(text)
