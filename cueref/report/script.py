"""What the report's buttons do, without any library."""

from typing import Final

SCRIPT: Final = """
const body = document.body, language = document.getElementById("language");
language.addEventListener("click", () => {
  const to = body.dataset.lang === "en" ? "ru" : "en", said = language.textContent;
  body.dataset.lang = document.documentElement.lang = to;
  language.textContent = language.dataset.other;
  language.dataset.other = said;
  language.lang = to === "en" ? "ru" : "en";
});
for (const button of document.querySelectorAll("[data-show]"))
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[data-show]"))
      other.setAttribute("aria-pressed", String(other === button));
    const show = button.dataset.show;
    for (const shot of document.querySelectorAll("[data-is]"))
      shot.hidden = show !== "all" && !shot.dataset.is.split(" ").includes(show);
  });
for (const button of document.querySelectorAll("button.slow"))
  button.addEventListener("click", () => {
    const clip = button.previousElementSibling;
    clip.currentTime = Number(clip.dataset.at);
    clip.playbackRate = 0.25;
    clip.play();
  });
const near = new IntersectionObserver(seen => {
  for (const { isIntersecting, target } of seen)
    if (isIntersecting) { target.preload = "metadata"; near.unobserve(target); }
}, { rootMargin: "50%" });  // a clip near the view shows its decisive picture
for (const clip of document.querySelectorAll("video")) near.observe(clip);
"""
