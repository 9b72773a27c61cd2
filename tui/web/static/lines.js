"use strict";
// Line mode: sentences in a live region, which screen readers read aloud, and a line to type.

const Lines = (() => {
  const MOST = 2000, SILENCE = 150;
  const CONTROL = /\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f]/g;

  function create(log, form, input, send) {
    let decoder, rest, timer;

    function add(text, kind) {
      const line = document.createElement("p");
      line.textContent = text;
      if (kind) line.className = kind;
      const follows = log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
      log.append(line);
      while (log.childElementCount > MOST) log.firstElementChild.remove();
      if (follows) log.scrollTop = log.scrollHeight;
    }

    function flush() {
      if (rest) add(rest);
      rest = "";
    }

    function write(data) {
      clearTimeout(timer);
      const lines = (rest + decoder.decode(data, { stream: true })).replace(CONTROL, "").split("\n");
      rest = lines.pop();
      lines.forEach((line) => add(line));
      timer = setTimeout(flush, SILENCE); // a question may end without an end of line
    }

    function reset() {
      decoder = new TextDecoder();
      rest = "";
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      flush();
      add("> " + input.value, "typed");
      send(new TextEncoder().encode(input.value + "\n"));
      input.value = "";
    });
    reset();
    return { write, reset, focus: () => input.focus() };
  }

  return { create };
})();
