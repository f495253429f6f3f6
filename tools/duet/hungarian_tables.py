"""Hungarian stems, suffix rules and compound seams, from hunspell-hu (Magyar Ispell)."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
NEED_AFFIX, ONLY_IN_COMPOUND, FORBIDDEN = "u", "|", "w"
NAME_KINDS = {"noun_prs"}
NUMERAL_PREFIX = "!"


def _seams(word: str, morph: str) -> list[int]:
    found: set[int] = set()
    for mark in re.findall(r"hy:(\S+)", morph):
        if mark.isdigit():
            found.add(int(mark))
        elif "|" in mark:
            bare = mark.replace("-", "")
            at = 0
            for piece in bare.split("|")[:-1]:
                at += len(piece)
                found.add(at)
    return sorted(cut for cut in found if 0 < cut < len(word))


class Hunspell:
    """The affix file and the word file; flags are single bytes, shown here as Latin-1 letters."""

    def __init__(self, folder: Path) -> None:
        affix = (folder / "hu_HU.aff").read_bytes().split(b"\n")
        self.flag_sets = [
            line.split()[1].decode("latin-1") for line in affix if line.startswith(b"AF ")
        ][1:]
        self.morphs = [
            line[3:].decode("utf-8", "replace").strip() for line in affix if line.startswith(b"AM ")
        ][1:]
        self.rules: list[tuple[str, str, str, str, str, str]] = []
        for line in affix:
            fields = line.split()
            if len(fields) >= 5 and fields[0] in (b"SFX", b"PFX"):
                self._rule(fields)
        self.words = (folder / "hu_HU.dic").read_bytes().split(b"\n")[1:]

    def _rule(self, fields: list[bytes]) -> None:
        kind = fields[0].decode()
        flag = fields[1].decode("latin-1")
        strip = fields[2].decode("utf-8", "replace")
        add, _, more = fields[3].decode("utf-8", "replace").partition("/")
        condition = fields[4].decode("utf-8", "replace")
        if "-" in add or add == "0" or (kind == "PFX" and flag == NUMERAL_PREFIX):
            return
        self.rules.append((kind, flag, "" if strip == "0" else strip, add, condition, more))

    def entries(self) -> list[tuple[str, str, str, str, str]]:
        """(word, flag set number, stem if another, seams, marks), names and words alike lowered."""
        found: set[tuple[str, str, str, str, str]] = set()
        for line in self.words:
            head, _, tail = line.strip().partition(b"\t")
            text, _, flags = head.decode("utf-8", "replace").partition("/")
            number = tail.decode().strip()
            morph = self.morphs[int(number) - 1] if number.isdigit() else ""
            if not WORD.fullmatch(text):
                continue
            own = self.flag_sets[int(flags) - 1] if flags else ""
            if FORBIDDEN in own or "po:suffix" in morph or "po:punct" in morph:
                continue
            stem = re.search(r"st:(\S+)", morph)
            kind = re.search(r"po:(\S+)", morph)
            lowered = text.lower()
            other = stem.group(1).lower() if stem and stem.group(1).lower() != lowered else ""
            marks = ""
            if (kind and kind.group(1) in NAME_KINDS) or text[:1].isupper():
                marks += "n"
            if (kind and kind.group(1) == "abr") or (len(text) > 1 and text.isupper()):
                marks = "a"
            if kind and kind.group(1).startswith(("noun", "adj")):
                marks += "s"
            if NEED_AFFIX in own or ONLY_IN_COMPOUND in own:
                marks += "u"
            seams = ",".join(map(str, _seams(text, morph)))
            found.add((lowered, flags, other, seams, marks))
        return sorted(found)

    def table(self) -> str:
        """The whole lexicon as text: flag sets, rules, words."""
        used = {flags for _, flags, *_ in self.entries()} | {rule[5] for rule in self.rules}
        lines = [f"{n}\t{self.flag_sets[int(n) - 1]}" for n in sorted(used - {""}, key=int)]
        rules = ["\t".join(rule) for rule in self.rules]
        words = ["\t".join(entry).rstrip("\t") for entry in self.entries()]
        return "\n\n".join("\n".join(section) for section in (lines, rules, words))


def write(folder: Path, target: Path) -> None:
    target.write_bytes(zlib.compress(Hunspell(folder).table().encode(), 9))
    print(f"{target.name}: {target.stat().st_size:,} bytes")
