"""`python -m konspira`."""

import sys

from konspira.cli import main

sys.exit(main())
