// Making elements; text always goes in as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      for (const [rule, setting] of Object.entries(value)) {
        element.style.setProperty(rule, setting);
      }
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

export const h = (tag, properties, ...children) =>
  fill(document.createElement(tag), properties, children);

export const s = (tag, properties, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

export const $ = (id) => document.getElementById(id);

const shown = new WeakMap();

/** Build an element's content anew only when what it depends on changed. */
export function memo(element, key, build) {
  const text = JSON.stringify(key);
  if (shown.get(element) === text) return;
  shown.set(element, text);
  element.replaceChildren(...[build()].flat().filter(Boolean));
}
