"""What must be true of every report that is opened in a browser."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe

GRAVE = {"serious", "critical"}
SIZES = {"desktop": (1280, 900), "phone": (390, 800)}


def faults_of(browser: Any, report: Path, pictures: Path | None = None) -> list[str]:
    """Return what is wrong with a report, in both languages, on desk and phone.

    Args:
        browser: Chromium.
        report: The file.
        pictures: Folder for pictures of the page, to be looked at.
    """
    return [
        f"{device}: {fault}"
        for device in SIZES
        for fault in _faults_on(device, browser, report, pictures)
    ]


def _faults_on(
    device: str, browser: Any, report: Path, pictures: Path | None
) -> list[str]:
    found: list[str] = []
    width, height = SIZES[device]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if device == "phone" else "light",
        locale="en-GB",
    )
    page = context.new_page()
    page.on("pageerror", lambda error: found.append(f"error: {error}"))
    page.on("console", lambda said: found.extend(_complaint(said)))
    page.on("request", lambda request: found.extend(_outside(request)))
    page.goto(report.as_uri())
    for language in ("en", "ru"):
        if language == "ru":
            page.click("#language")
        found += [f"{language}: {one}" for one in _looked_at(page, width)]
        if pictures is not None:
            file = pictures / f"{report.parent.name}-{device}-{language}.png"
            page.screenshot(path=str(file), full_page=True)
    context.close()
    return found


def _complaint(said: Any) -> list[str]:
    return [f"console: {said.text}"] if said.type in ("error", "warning") else []


def _outside(request: Any) -> list[str]:
    return [] if request.url.startswith("file:") else [f"asks for {request.url}"]


def _looked_at(page: Any, width: int) -> list[str]:
    found = [
        f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:80]}"
        for one in Axe().run(page).response["violations"]
        if one["impact"] in GRAVE
    ]
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append("must be scrolled sideways")
    return found


def printed_pages(browser: Any, report: Path) -> int:
    """Return how many sheets of A4 a report takes."""
    page = browser.new_page()
    page.goto(report.as_uri())
    text: bytes = page.pdf(format="A4", print_background=True)
    page.close()
    return text.count(b"/Type /Page\n")
