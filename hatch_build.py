"""The wheel's build hook: ships the hot modules compiled, where they can be, beside the sources."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The build frontend puts only this one file in reach.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools import build


class CompileHotModules(BuildHookInterface[Any]):
    """Adds the compiled files to a wheel; an editable install compiles by `tools.build`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        reason = build.obstacle()
        if reason is not None:
            self.app.display_info(f"konspira: interpreted: {reason}")
            return
        # A fresh folder each time: what an earlier build left must never be shipped.
        self.workshop = tempfile.TemporaryDirectory(prefix="konspira-")
        target = Path(self.workshop.name, "lib").resolve()
        compiled = build.compile_into(target, Path(self.workshop.name, "work"))
        for path in compiled:
            build_data["force_include"][str(path)] = path.relative_to(target).as_posix()
        if compiled:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        self.app.display_info(f"konspira: compiled {len(compiled)} files")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "workshop"):
            self.workshop.cleanup()
