"""What is shipped, who owns it, and how little a cold import loads."""

import importlib.metadata
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {"adjudicator", "calibration", "vision", "tracking", "cueref"}


def _loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in done.stdout.split()}


def test_the_rulebook_loads_the_standard_library_only() -> None:
    loaded = _loaded_by(
        "import adjudicator, adjudicator.match, adjudicator.notation, "
        "adjudicator.disciplines.registry"
    )
    heavy = {"numpy", "scipy", "cv2", "av", "onnxruntime", "pyarrow", "rich", "typer"}
    assert loaded & heavy == set()
    assert loaded & (PACKAGES - {"adjudicator"}) == set()


def test_the_pipeline_loads_no_training_and_no_synthesis() -> None:
    loaded = _loaded_by("import cueref.analysis, cueref.pipeline.reading")
    assert loaded & {"torch", "ultralytics", "pooltool", "onnx", "numba"} == set()


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_every_package_says_that_it_is_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_no_other_distribution_owns_our_names(package: str) -> None:
    owners = importlib.metadata.packages_distributions().get(package, [])
    assert set(owners) <= {"cueref"}


def test_init_files_import_nothing() -> None:
    for package in PACKAGES:
        for file in (ROOT / package).rglob("__init__.py"):
            lines = file.read_text(encoding="utf-8").splitlines()
            imports = [line for line in lines if line.startswith(("import ", "from "))]
            assert imports == [], file


def test_the_wheel_holds_the_five_packages_and_the_weights(tmp_path: Path) -> None:
    wheel_builder = pytest.importorskip("hatchling.builders.wheel")
    builder = wheel_builder.WheelBuilder(str(ROOT))
    wheel = Path(next(builder.build(directory=str(tmp_path), versions=["standard"])))
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == PACKAGES
    assert any(name.endswith(".onnx") for name in names)
    assert wheel.stat().st_size < 12e6
    assert not any("tests" in name or name.endswith(".mp4") for name in names)


def test_the_command_is_an_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["scripts"] == {"cueref": "cueref.cli.main:run"}
    assert project["license"] == "AGPL-3.0-or-later"
