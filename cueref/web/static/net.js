// Talking to the referee: requests, and events that survive a lost connection.
const HEADERS = { "content-type": "application/json", "x-cueref": "1" };

export class Refused extends Error {}

async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: method === "GET" ? {} : HEADERS,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline");
  }
  const type = answer.headers.get("content-type") || "";
  const content = type.includes("json") ? await answer.json() : null;
  if (!answer.ok) {
    const detail = content && content.detail;
    throw new Refused(typeof detail === "string" ? detail : String(answer.status));
  }
  return content;
}

export const ask = (path) => request("GET", path);
export const send = (path, body) => request("POST", path, body);

/** Enter something; sent again after a lost answer, it counts once. */
export async function enter(body) {
  const key = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  const path = `/api/match/entries?key=${key}`;
  try {
    return await send(path, body);
  } catch (error) {
    if (error.message !== "offline") throw error;
    await new Promise((done) => setTimeout(done, 800));
    return send(path, body);
  }
}

/** Listen to events for ever; ask for what was missed after each loss. */
export function listen(onEvent, onLink) {
  let run = "", since = -1, wait = 250;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/live?run=${run}&since=${since}`);
    socket.onmessage = (message) => {
      const event = JSON.parse(message.data);
      wait = 250;
      if (event.seq !== undefined) {
        if (event.type !== "snapshot" && event.run === run && event.seq <= since) return;
        run = event.run;
        since = event.seq;
      }
      onEvent(event.type, event.data);
    };
    socket.onopen = () => onLink(true);
    socket.onclose = (event) => {
      onLink(false, event.code);
      setTimeout(connect, wait + Math.random() * 200);
      wait = Math.min(wait * 1.7, 4000);
    };
  };
  connect();
}

/** Pair with the token of a QR code, which is kept out of logs by its place. */
export async function pair() {
  const match = /^#token=([\w-]{1,128})$/.exec(location.hash);
  if (!match) return;
  history.replaceState(null, "", location.pathname + location.search);
  await send("/api/pair", { token: match[1] });
}
