"use strict";
// The page: connects, connects again, and keeps what the reader prefers.

(() => {
  const REFUSED = 4000, ENDED = 4001, MISUNDERSTOOD = 1008, TOO_LONG = 1009;
  const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];
  const BETWEEN = 10, MOST_AT_ONCE = 8192;
  const QUIET = 2000, PATIENCE = 8000, CONNECTING = 20000;
  const LONGEST_CODE = 64, NOT_IN_CODES = /[^A-Za-z0-9-]/g;

  const at = (id) => document.getElementById(id);
  const texts = JSON.parse(at("texts").textContent);
  for (const one of document.querySelectorAll("[data-text]")) one.textContent = texts[one.dataset.text];
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", texts[one.dataset.label]);

  // ---------------------------------------------------------------- what is kept

  const kept = (store, name, otherwise) => { try { return store.getItem(name) ?? otherwise; } catch { return otherwise; } };
  const keep = (store, name, value) => { try { store.setItem(name, value); } catch { /* private window */ } };
  const preference = (name, otherwise) => kept(localStorage, name, otherwise);

  function firstCommand() {
    const asked = new URLSearchParams(location.search);
    for (const what of ["join", "watch"]) {
      // A chat program may have added a full stop or a bracket.
      const code = (asked.get(what) ?? "").replace(NOT_IN_CODES, "").slice(0, LONGEST_CODE);
      if (code) return `${what} ${code}`;
    }
    return kept(sessionStorage, "place", "");
  }

  let command = firstCommand();
  let inLines = preference("lines", "no") === "yes";

  // ---------------------------------------------------------------- the connection

  let socket = null, pair = null, tries = 0, waiting = [], timer = null, retry = null, ready = false;
  let heard = 0, quiet = null, doubt = null;

  function send(bytes) {
    if (!ready) return;
    waiting.push(bytes);
    timer ??= setTimeout(flush, performance.now() - flush.last < BETWEEN ? BETWEEN : 0);
  }

  function flush() {
    timer = null;
    flush.last = performance.now();
    if (!ready || socket?.readyState !== WebSocket.OPEN) { waiting = []; return; }
    let length = 0;
    const parts = [];
    while (waiting.length && length < MOST_AT_ONCE) {
      const part = waiting.shift();
      if (part.length > MOST_AT_ONCE) waiting.unshift(part.subarray(MOST_AT_ONCE));
      parts.push(part.subarray(0, MOST_AT_ONCE));
      length += parts.at(-1).length;
    }
    socket.send(new Blob(parts));
    if (waiting.length) timer = setTimeout(flush, BETWEEN);
    quiet ??= setTimeout(() => { quiet = null; if (heard < flush.last) ask(); }, QUIET);
  }
  flush.last = -BETWEEN;

  // A network can vanish without the browser noticing: if keys stay without an effect, ask the server.
  function ask() {
    if (!ready || doubt !== null) return;
    say({ alive: true });
    doubt = setTimeout(lose, PATIENCE);
  }

  function hear() {
    heard = performance.now();
    clearTimeout(doubt);
    doubt = null;
  }

  function drop() {
    hear();
    const dropped = socket;
    socket = null;
    ready = false;
    dropped?.close();
  }

  function lose() {
    drop();
    again();
  }

  function say(message) {
    if (ready && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function notice(text, button) {
    at("notice").hidden = !text;
    at("notice-text").textContent = text ?? "";
    at("again").hidden = !button;
    if (button) at("again").focus();
  }

  function connect() {
    clearTimeout(retry);
    retry = null;
    drop();
    doubt = setTimeout(lose, CONNECTING);
    const mine = socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/session");
    let restarts = false, why = null, exit = null;
    mine.binaryType = "arraybuffer";
    mine.onmessage = async ({ data }) => {
      if (mine !== socket) return;
      hear();
      if (typeof data !== "string") { (inLines ? lines : screen).write(new Uint8Array(data)); return; }
      const said = JSON.parse(data);
      if ("challenge" in said) await logIn(mine, said.challenge);
      if ("error" in said) why = said.error;
      if ("place" in said) { command = said.place; keep(sessionStorage, "place", command); }
      if ("exit" in said) { exit = said.exit; restarts = said.restarts; }
    };
    mine.onclose = ({ code }) => {
      if (mine !== socket) return;
      drop();
      if (code === REFUSED || code === MISUNDERSTOOD || code === TOO_LONG) notice(why ?? texts.misunderstood, true);
      else if (code === ENDED && !restarts) { if (exit === 0) forgetPlace(); notice(texts.ended, true); }
      else again();
    };
  }

  function forgetPlace() {
    command = "";
    keep(sessionStorage, "place", "");
  }

  function again() {
    const pause = PAUSES[Math.min(tries++, PAUSES.length - 1)] * (0.75 + Math.random() / 2);
    notice(texts.lost);
    retry = setTimeout(connect, pause);
  }

  async function logIn(mine, challenge) {
    const proof = await Key.login(pair, challenge);
    if (mine !== socket || mine.readyState !== WebSocket.OPEN) return;
    screen.reset();
    lines.reset();
    mine.send(JSON.stringify({
      ...proof, ...screen.size(), language: document.documentElement.lang,
      colours: preference("colours", "full"), command, lines: inLines,
    }));
    if (location.search) history.replaceState(null, "", location.pathname);
    keep(sessionStorage, "place", command);
    ready = true;
    tries = 0;
    notice(null);
    (inLines ? lines : screen).focus();
  }

  const hurry = () => { if (!document.hidden) { if (retry !== null) connect(); else ask(); } };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  // The browser may keep a page that was left, with its connection.
  addEventListener("pagehide", () => { clearTimeout(retry); retry = null; drop(); });
  addEventListener("pageshow", ({ persisted }) => { if (persisted && pair) connect(); });
  at("again").addEventListener("click", () => { tries = 0; notice(texts.connecting); connect(); });

  // ---------------------------------------------------------------- the bell

  let title = "Guildhall";
  const entitle = (waits) => { document.title = waits ? `● ${title}` : title; };

  function rang() {
    if (document.hasFocus()) return;
    entitle(true);
    navigator.vibrate?.(100);
    if (preference("notify", "no") !== "yes" || window.Notification?.permission !== "granted") return;
    try {
      const shown = new Notification(title, { body: texts.bell, tag: "guildhall" });
      shown.onclick = () => { window.focus(); shown.close(); };
    } catch { /* Chrome on Android wants a service worker */ }
  }
  addEventListener("focus", () => entitle(false));

  // ---------------------------------------------------------------- the views

  const lines = Lines.create(at("log"), at("say"), at("typed"), send);
  const screen = Screen.create(at("terminal"), texts.sizes, {
    send, rang, told: (name) => notice(texts[name]),
    resized: ({ cols, rows }) => say({ columns: cols, rows }),
    titled: (text) => { title = text || "Guildhall"; entitle(false); },
  });

  function show() {
    document.body.classList.toggle("in-lines", inLines);
    at("terminal").hidden = inLines;
    at("lines").hidden = !inLines;
    at("to-lines").hidden = inLines;
    at("use-lines").checked = inLines;
    if (!inLines) screen.fitted();
  }

  function useLines(wanted) {
    inLines = wanted;
    keep(localStorage, "lines", wanted ? "yes" : "no");
    show();
    if (pair) connect();
  }

  at("use-lines").addEventListener("change", (event) => { at("menu").open = false; useLines(event.target.checked); });
  at("to-lines").addEventListener("click", (event) => { event.preventDefault(); useLines(true); });
  at("colours").value = preference("colours", "full");
  at("colours").addEventListener("change", (event) => {
    keep(localStorage, "colours", event.target.value);
    if (pair) connect();
  });
  const contrast = preference("contrast", matchMedia("(prefers-contrast: more)").matches ? "yes" : "no") === "yes";
  at("contrast").checked = contrast;
  screen.setContrast(contrast);
  at("contrast").addEventListener("change", (event) => {
    keep(localStorage, "contrast", event.target.checked ? "yes" : "no");
    screen.setContrast(event.target.checked);
  });
  at("notify").checked = preference("notify", "no") === "yes" && window.Notification?.permission === "granted";
  at("notify").addEventListener("change", async (event) => {
    const wanted = event.target.checked;
    const allowed = wanted && (await window.Notification?.requestPermission()) === "granted";
    event.target.checked = allowed;
    keep(localStorage, "notify", allowed ? "yes" : "no");
    if (wanted && !allowed) notice(texts.no_notifications);
  });

  for (const button of document.querySelectorAll("[data-key]")) {
    button.addEventListener("pointerdown", (event) => event.preventDefault()); // the terminal keeps the focus
    button.addEventListener("click", () => screen.pressed(button.dataset.key));
  }
  const touches = matchMedia("(pointer: coarse)").matches;
  const hasKeyboard = () => at("keyboard").getAttribute("aria-pressed") === "true";
  let isForField = false;
  function showKeyboard(shown, forField = false) {
    isForField = forField;
    at("keyboard").setAttribute("aria-pressed", shown);
    screen.showKeyboard(shown);
  }
  at("keyboard").addEventListener("click", () => showKeyboard(!hasKeyboard()));
  if (touches) {
    screen.terminal.textarea.inputMode = "none"; // a tap is a click, not a wish to type
    at("terminal").addEventListener("click", (event) => { // except in a text field
      const inField = screen.isField(event);
      if (inField ? !hasKeyboard() : isForField) showKeyboard(inField, inField);
    });
  }
  at("menu").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    at("menu").open = false;
    screen.focus();
  });
  document.addEventListener("pointerdown", (event) => { if (!at("menu").contains(event.target)) at("menu").open = false; });

  async function start() {
    show();
    notice(texts.connecting);
    if (isSecureContext && !texts.origins.includes(location.origin)) {
      notice(`${texts.other_address} ${texts.origins[0]}/${location.search}`);
      return;
    }
    try {
      pair = await Key.own();
    } catch (error) {
      notice(texts[error instanceof Key.Unusable ? error.message : "no_ed25519"]);
      return;
    }
    connect();
  }
  start();
})();
