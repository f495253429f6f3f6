"""An arena's games on the machines of a Ray cluster. Ray is big, and met only by who asks for it.

Every machine needs the same Konspira installed. A game whose worker died is played again by Ray.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from typing import Any, Final

from konspira.engine.contract import BadText

HERE: Final = "local"  # in place of an address: this machine alone, for as long as it takes


class Cluster(Executor):
    """Workers on a cluster, as many as it has processors."""

    def __init__(self, address: str, here: int) -> None:
        """`here`: how many workers, if the cluster is this machine alone."""
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise BadText("--ray needs Ray: pip install 'konspira[ray]'") from None
        try:
            if address == HERE:
                self.ray.init(
                    address=HERE, num_cpus=here, include_dashboard=False, log_to_driver=False
                )
            else:
                self.ray.init(address=address, log_to_driver=False)
        except (OSError, RuntimeError, ValueError) as error:
            raise BadText(f"no Ray cluster at {address}: {str(error).splitlines()[0]}") from None
        self.workers = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        found: Future[Any] = self.ray.remote(task).remote(*given, **named).future()
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.ray.shutdown()
