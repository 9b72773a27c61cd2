"use strict";
// The terminal: size, bell, title, clipboard and the bar of keys.

const Screen = (() => {
  const LARGEST = 16, SMALLEST = 5, LONGEST_PASTE = 32000, SHORTEST_FIELD = 6;
  const FONTS = '"DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", monospace';
  const ARROWS = { up: "A", down: "B", right: "C", left: "D" };
  const KEYS = { escape: "\x1b", tab: "\t", help: "?", enter: "\r" };

  function create(element, [[leastColumns, leastRows], [mostColumns, mostRows]], { send, resized, rang, titled, told }) {
    const terminal = new Terminal({
      fontFamily: FONTS, fontSize: LARGEST, cursorBlink: false, allowProposedApi: true,
      scrollback: 0, theme: { background: "#111111", foreground: "#dddddd" },
    });
    const fit = new FitAddon.FitAddon();
    terminal.loadAddon(fit);
    terminal.loadAddon(new Unicode11Addon.Unicode11Addon());
    terminal.unicode.activeVersion = "11";
    terminal.open(element);

    function fitted() {
      if (!element.clientWidth || !element.clientHeight) return;
      let size;
      for (let pixels = LARGEST; pixels >= SMALLEST; pixels--) {
        terminal.options.fontSize = pixels;
        size = fit.proposeDimensions();
        if (size && size.cols >= leastColumns && size.rows >= leastRows) break;
      }
      if (size) terminal.resize(Math.min(size.cols, mostColumns), Math.min(size.rows, mostRows));
    }

    function pressed(name) {
      const arrow = ARROWS[name];
      const before = terminal.modes.applicationCursorKeysMode ? "\x1bO" : "\x1b[";
      terminal.input(arrow ? before + arrow : KEYS[name]);
    }

    const encoder = new TextEncoder();
    terminal.onData((text) => {
      if (text.length > LONGEST_PASTE) told("long_paste");
      else send(encoder.encode(text));
    });
    terminal.onBinary((text) => send(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
    terminal.onResize(resized);
    terminal.onBell(rang);
    terminal.onTitleChange(titled);

    // What the server copies goes to the clipboard; what is in the clipboard is never read.
    terminal.parser.registerOscHandler(52, (said) => {
      const text = said.slice(said.indexOf(";") + 1);
      if (text === "?" || !navigator.clipboard) return true;
      try {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        navigator.clipboard.writeText(new TextDecoder().decode(bytes)).catch(() => told("no_clipboard"));
      } catch { /* not base64 */ }
      return true;
    });
    terminal.attachCustomKeyEventHandler((event) => {
      if (event.type !== "keydown" || !(event.ctrlKey || event.metaKey) || event.altKey) return true;
      const key = event.key.toLowerCase();
      if (key === "c" && terminal.hasSelection()) {
        navigator.clipboard?.writeText(terminal.getSelection()).catch(() => told("no_clipboard"));
        terminal.clearSelection();
        event.preventDefault();
        return false;
      }
      return key !== "v"; // the browser pastes
    });

    // A text field is a run of cells that are underlined and not bold.
    function isField({ clientX, clientY }) {
      const box = terminal.element.querySelector(".xterm-screen").getBoundingClientRect();
      const x = Math.floor(((clientX - box.x) / box.width) * terminal.cols);
      const y = Math.floor(((clientY - box.y) / box.height) * terminal.rows);
      const line = terminal.buffer.active.getLine(y);
      const isPart = (at) => Boolean(line?.getCell(at)?.isUnderline()) && !line.getCell(at).isBold();
      let length = 0;
      for (let at = x; isPart(at); at++) length++;
      for (let at = x - 1; length && isPart(at); at--) length++;
      return length >= SHORTEST_FIELD;
    }

    function showKeyboard(shown) {
      terminal.textarea.inputMode = shown ? "text" : "none";
      terminal.blur();
      terminal.focus();
    }

    new ResizeObserver(fitted).observe(element);
    fitted();
    return {
      terminal, fitted, pressed, isField, showKeyboard,
      size: () => ({ columns: terminal.cols, rows: terminal.rows }),
      write: (data) => terminal.write(data),
      reset: () => terminal.reset(),
      focus: () => terminal.focus(),
      setContrast: (more) => { terminal.options.minimumContrastRatio = more ? 7 : 1; },
    };
  }

  return { create };
})();
