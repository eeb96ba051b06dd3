"""How the documentation is built: `make docs`, warnings are errors."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import cueref  # noqa: E402

project = "Cueref"
author = "The Cueref developers"
version = release = cueref.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.apidoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Cueref"
html_show_sourcelink = False

# The reference: one page for each package and subpackage.
apidoc_modules = [
    {
        "path": str(ROOT / package),
        "destination": f"reference/{package}",
        "exclude_patterns": [str(ROOT / "cueref/store/migrations")],
        "module_first": True,
        "implicit_namespaces": False,
        "automodule_options": {"members", "show-inheritance"},
    }
    for package in ("adjudicator", "calibration", "vision", "tracking", "cueref")
]
suppress_warnings = ["toc.not_included", "ref.python"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_mock_imports = ["torch", "ultralytics", "onnx", "onnxslim", "pooltool"]
napoleon_numpy_docstring = False
napoleon_use_ivar = True
default_role = "code"

# Headings of Markdown pages can be linked to, as they can on a code host.
myst_heading_anchors = 3
