"""Compiles the hot modules with mypyc, where a C compiler works.

`python -m tools.build` compiles in place, next to the sources, and only when something changed.
The wheel's build hook (`hatch_build.py`) uses the same functions. Without a compiler, without mypy,
or with KONSPIRA_PURE=1 the very same files run interpreted.
"""

import ast
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
WORKSHOP = ROOT / "build" / "mypyc"
STAMP = WORKSHOP / "stamp"

# The one list of what is compiled. All of it is one group, so that the modules call each other
# natively. A file whose head has the line `# not compiled` stays interpreted.
HOT = (
    "konspira/engine/chance.py",
    "konspira/engine/playable.py",
    "konspira/games/*/rules/*.py",
    "konspira/games/*/evaluation.py",
    "konspira/games/kyoto/foresight.py",
    "konspira/games/kyoto/belief.py",
    "konspira/bots/comparing.py",
    "konspira/bots/search.py",
)
NOT_COMPILED = "# not compiled"
HEAD_LINES = 5


def hot_sources(source: Path = SOURCE) -> list[Path]:
    """The files to compile, relative to `source`, in a fixed order."""
    found = {path for pattern in HOT for path in source.glob(pattern)}
    return sorted(path.relative_to(source) for path in found if not _stays_interpreted(path))


def _stays_interpreted(path: Path) -> bool:
    # mypyc has nothing to gain from a package's front door, and it may be a bare docstring.
    head = path.read_text(encoding="utf-8").splitlines()[:HEAD_LINES]
    return path.name == "__init__.py" or NOT_COMPILED in (line.strip() for line in head)


def module_name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def obstacle() -> str | None:
    """Why nothing can be compiled here, or None."""
    if os.environ.get("KONSPIRA_PURE", "0") not in ("", "0"):
        return "KONSPIRA_PURE is set"
    try:
        metadata.version("mypy")
        metadata.version("setuptools")
    except metadata.PackageNotFoundError as missing:
        return f"{missing.name} is not installed"
    if not compiler_works():
        return "no working C compiler with Python's headers"
    return None


def compiler_works() -> bool:
    # The compiler that setuptools will call; a plain `cc` on the path proves nothing about it.
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if sys.platform == "win32":
        return True  # only setuptools knows how to find MSVC
    if not command or shutil.which(command[0]) is None:
        return False
    with tempfile.TemporaryDirectory() as scratch:
        probe = Path(scratch, "probe.c")
        probe.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        include = sysconfig.get_path("include")
        done = subprocess.run(
            [*command, "-I", include, "-c", str(probe), "-o", str(probe.with_suffix(".o"))],
            capture_output=True,
            check=False,
        )
    return done.returncode == 0


def compile_into(target: Path, workshop: Path = WORKSHOP, source: Path = SOURCE) -> list[Path]:
    """Compiles the hot modules; returns the compiled files, laid out under `target` as packages."""
    from mypyc.build import mypycify  # noqa: PLC0415  only where a build is possible at all
    from setuptools import Distribution  # noqa: PLC0415

    hot = hot_sources(source)
    if not hot:
        return []
    target, workshop = target.resolve(), workshop.resolve()
    options = [
        # The project's settings are for people; here only a sound program is asked for, and a
        # build environment has none of the dependencies.
        "--config-file=",
        "--ignore-missing-imports",
        "--explicit-package-bases",
        "--namespace-packages",
        f"--python-version={sys.version_info.major}.{sys.version_info.minor}",
        f"--cache-dir={workshop / 'cache'}",
    ]
    # From inside the source folder the paths are the module names, whatever lies around it.
    with contextlib.chdir(source):
        extensions = mypycify(
            [*options, *map(str, hot)],
            opt_level="3",
            debug_level="0",
            group_name="konspira",
            target_dir=str(workshop / "c"),
        )
        for extension in extensions:
            if sys.platform != "win32":
                # Calls between our own functions may be inlined: nobody replaces them.
                extension.extra_compile_args.append("-fno-semantic-interposition")
        distribution = Distribution({"name": "konspira", "ext_modules": extensions})
        command = distribution.get_command_obj("build_ext")
        command.build_lib = str(target)
        command.build_temp = str(workshop / "objects")
        command.ensure_finalized()
        command.run()
        return [Path(output) for output in command.get_outputs()]


def stamp(source: Path = SOURCE) -> str:
    """A digest of all that the compiled files depend on; file times lie after a checkout."""
    digest = hashlib.sha256()
    digest.update(f"{sys.version} {metadata.version('mypy')} {sysconfig.get_platform()}".encode())
    digest.update(Path(__file__).read_bytes())
    for path in sorted(_closure(source)):
        digest.update(f"\0{path.as_posix()}\0".encode())
        digest.update((source / path).read_bytes())
    for path in hot_sources(source):
        digest.update(f"\0{path.as_posix()}".encode())
    return digest.hexdigest()


def _closure(source: Path) -> set[Path]:
    # Types and constants of an imported module are built into the compiled one.
    seen: set[Path] = set()
    todo = hot_sources(source)
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo.extend(_imported(source, path))
    return seen


def _imported(source: Path, path: Path) -> Iterator[Path]:
    package = path.parent.parts
    for node in ast.walk(ast.parse((source / path).read_text(encoding="utf-8"), str(path))):
        names: list[tuple[str, ...]] = []
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            names = [base, *((*base, alias.name) for alias in node.names)]
        for name in names:
            for candidate in (Path(*name).with_suffix(".py"), Path(*name, "__init__.py")):
                if (source / candidate).is_file():
                    yield candidate


def compiled_files(source: Path = SOURCE) -> list[Path]:
    return sorted(path for suffix in ("*.so", "*.pyd") for path in source.rglob(suffix))


def is_fresh() -> bool:
    """Whether the compiled files in place are all there and come from the present sources."""
    if not STAMP.is_file():
        return False
    digest, *names = STAMP.read_text(encoding="utf-8").splitlines()
    present = [path.relative_to(ROOT).as_posix() for path in compiled_files()]
    return digest == stamp() and present == names


def build_in_place() -> str:
    """Brings the compiled files beside the sources up to date; returns one line about it."""
    reason = obstacle()
    hot = hot_sources()
    if reason is None and hot and is_fresh():
        return f"compiled modules are up to date ({len(hot)})"
    for stale in compiled_files():
        stale.unlink()
    STAMP.unlink(missing_ok=True)
    if reason is not None:
        return f"interpreted: {reason}"
    if not hot:
        return "interpreted: there are no hot modules yet"
    digest = stamp()
    compile_into(SOURCE)
    made = [path.relative_to(ROOT).as_posix() for path in compiled_files()]
    STAMP.write_text("\n".join([digest, *made]) + "\n", encoding="utf-8")
    return f"compiled {len(hot)} modules"


if __name__ == "__main__":
    print(f"konspira: {build_in_place()}")
