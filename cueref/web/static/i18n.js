// Words of the page: English is in the code, other languages in a catalogue.
let words = {};
let language = "en";

/** Mark a text for the catalogue that is looked up later. */
export const N = (text) => text;

/** Return a text in the language of the page, with {names} filled in. */
export function t(text, values = {}) {
  const found = words[text] || text;
  return found.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole);
}

const SIGNS = /[.*+?^$()|[\]\\]/g;

/** Return what the referee says in English in the language of the page. */
export function explained(detail, templates) {
  for (const template of templates) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
    const pattern = template.replace(SIGNS, "\\$&").replace(/\{\w+\}/g, "(.+)");
    const found = new RegExp(`^${pattern}$`).exec(detail);
    if (found) {
      return t(template, Object.fromEntries(names.map((name, i) => [name, found[i + 1]])));
    }
  }
  return detail;
}

let players = null;

/** Say who player A and player B are. */
export function usePlayers(names) { players = names; }

/** Return one of a pair {en, ru}; players are called by their names. */
export function both(pair) {
  const text = pair ? pair[language] || pair.en : "";
  if (!players) return text;
  return text.replace(/(?:[Pp]layer|[Ии]грок) ([AB])(?![\wа-яё])/g, (whole, seat) =>
    (players[seat] && players[seat] !== seat ? players[seat] : whole));
}

export const current = () => language;

/** Load the words of a language; keep the old ones if that fails. */
export async function use(wanted) {
  const next = wanted === "ru" ? "ru" : "en";
  const answer = await fetch(`/api/locale/${next}`);
  if (!answer.ok) throw new Error(String(answer.status));
  words = await answer.json();
  language = next;
  document.documentElement.lang = next;
  for (const element of document.querySelectorAll("[data-t]")) {
    element.dataset.text ||= element.textContent;
    element.textContent = t(element.dataset.text);
  }
  try { localStorage.setItem("language", next); } catch { /* private mode */ }
}

/** Return the language chosen before, or the browser's. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get("lang");
  let stored = null;
  try { stored = localStorage.getItem("language"); } catch { /* private mode */ }
  return asked || stored || (navigator.language.startsWith("ru") ? "ru" : "en");
}
