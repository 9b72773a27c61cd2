"use strict";
(async () => {
  const packed = Uint8Array.from(atob(document.getElementById("film").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const film = await new Response(stream).json();
  const byId = (id) => document.getElementById(id);
  const table = byId("table"), slider = byId("slider"), frames = film.frames;
  const sheet = document.styleSheets[0];
  film.styles.forEach((style, n) => sheet.insertRule("#table .s" + n + " {" + style + "}", sheet.cssRules.length));

  const probe = document.createElement("span");
  probe.textContent = "0".repeat(100);
  probe.style.visibility = "hidden";
  table.append(probe);
  const letter = probe.getBoundingClientRect().width / 100, cell = Math.max(1, Math.round(letter));
  probe.remove();
  table.style.letterSpacing = cell - letter + "px";
  table.style.width = cell * film.size[0] + "px";

  const shown = [];
  for (let y = 0; y < film.size[1]; y++) {
    table.append(document.createElement("div"));
    shown.push(-1);
  }

  const rowsAt = (number) => {
    let from = number;
    while (!frames[from].whole) from--;
    const rows = frames[from].rows.slice();
    for (let n = from + 1; n <= number; n++) {
      const changes = frames[n].rows;
      for (let k = 0; k < changes.length; k += 2) rows[changes[k]] = changes[k + 1];
    }
    return rows;
  };

  const paint = (number) => {
    rowsAt(number).forEach((row, y) => {
      if (shown[y] === row) return;
      shown[y] = row;
      let x = 0;
      const runs = film.rows[row], cells = [];
      for (let k = 0; k < runs.length; k += 3) {
        const span = document.createElement("span");
        span.className = "s" + runs[k];
        span.style.left = x * cell + "px";
        span.style.width = runs[k + 1] * cell + "px";
        span.textContent = runs[k + 2];
        cells.push(span);
        x += runs[k + 1];
      }
      table.children[y].replaceChildren(...cells);
    });
  };

  let at = 0, timer = 0, speed = 1;
  const speeds = [0.5, 1, 2, 5, 10];
  const say = (form, facts) => form.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

  const go = (number, keepsAddress) => {
    at = Math.max(0, Math.min(frames.length - 1, number));
    const frame = frames[at];
    paint(at);
    slider.value = at;
    byId("where").textContent = say(film.words.where, { step: at, all: frames.length - 1, turn: frame.turn, round: frame.round });
    slider.setAttribute("aria-valuetext", byId("where").textContent);
    byId("told").textContent = frame.told.join("\n");
    if (!keepsAddress) history.replaceState(null, "", "#step=" + at);
    mark();
    if (at === frames.length - 1) stop();
  };

  const beginning = (name, number) => {
    while (number > 0 && frames[number - 1][name] === frames[number][name]) number--;
    return number;
  };
  const leap = (name, by) => {
    const here = beginning(name, at);
    if (by < 0) return go(at > here ? here : beginning(name, Math.max(0, here - 1)));
    let number = at;
    while (number < frames.length - 1 && frames[number][name] === frames[at][name]) number++;
    go(number);
  };

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
  };
  const tick = () => {
    timer = setTimeout(() => { go(at + 1); if (timer) tick(); }, 1200 / speed);
  };
  const play = () => {
    if (timer) return stop();
    if (at === frames.length - 1) go(0);
    byId("play").setAttribute("aria-pressed", "true");
    tick();
  };
  const hasten = (by) => {
    const next = speeds.indexOf(speed) + by;
    speed = speeds[Math.max(0, Math.min(speeds.length - 1, next))];
    byId("speed").textContent = "×" + speed;
  };

  const acts = {
    first: () => go(0), last: () => go(frames.length - 1),
    back: () => go(at - 1), on: () => go(at + 1),
    "turn-back": () => leap("turn", -1), "turn-on": () => leap("turn", 1),
    "round-back": () => leap("round", -1), "round-on": () => leap("round", 1),
    play, speed: () => hasten(speed === speeds[speeds.length - 1] ? -speeds.length : 1),
  };
  const keys = {
    Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "on",
    ",": "turn-back", ".": "turn-on", "[": "round-back", "]": "round-on", " ": "play",
  };
  const moves = new Set(["first", "last", "back", "on", "turn-back", "turn-on", "round-back", "round-on"]);
  const act = (name) => { if (moves.has(name)) stop(); acts[name](); };
  Object.keys(acts).forEach((name) => byId(name).addEventListener("click", () => act(name)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    if (event.key === "+" || event.key === "-") return hasten(event.key === "+" ? 1 : -1);
    if (!(event.key in keys)) return;
    event.preventDefault();
    act(keys[event.key]);
  });
  slider.max = frames.length - 1;
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });

  const svg = "http://www.w3.org/2000/svg";
  const draw = (name, facts, text) => {
    const made = document.createElementNS(svg, name);
    Object.entries(facts).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const pointers = [], wide = 720, high = 150, left = 44;
  const across = (number) => left + (number * (wide - left - 160)) / Math.max(1, frames.length - 1);
  const mark = () => {
    pointers.forEach((pointer) => ["x1", "x2"].forEach((end) => pointer.setAttribute(end, across(at))));
  };
  const colours = film.colours;
  const drawn = (chart) => {
    const { least, most, unit } = chart;
    const up = (total) => high - 20 - ((total - least) * (high - 40)) / (most - least);
    const picture = draw("svg", { width: wide, height: high, role: "img", "aria-label": chart.label });
    picture.append(draw("title", {}, chart.label));
    [least, most].forEach((total) => {
      picture.append(draw("line", { x1: left, x2: wide - 160, y1: up(total), y2: up(total), stroke: film.line }));
      picture.append(draw("text", { x: left - 6, y: up(total) + 4, "text-anchor": "end", fill: film.ink }, total + unit));
    });
    const last = chart.totals[chart.totals.length - 1], heights = [];
    const bySeat = last.map((total, seat) => seat).sort((a, b) => last[b] - last[a]);
    bySeat.forEach((seat, n) => {
      heights[seat] = Math.max(up(last[seat]) + 4, n ? heights[bySeat[n - 1]] + 13 : 0);
    });
    const curve = (seat, from, to, stroke) => {
      const points = chart.frames.slice(from, to).map((number, n) => across(number) + "," + up(chart.totals[from + n][seat]));
      if (points.length > 1) picture.append(draw("polyline", { points: points.join(" "), fill: "none", stroke, "stroke-width": 2 }));
    };
    film.names.forEach((name, seat) => {
      chart.parts.forEach(([from, to, faint]) => curve(seat, from, to, faint ? film.line : colours[seat]));
      picture.append(draw("text", { x: wide - 154, y: heights[seat], fill: colours[seat] }, name + " " + last[seat] + unit));
    });
    chart.marks.forEach(([number, seat]) => {
      picture.append(draw("circle", { cx: across(number), cy: high - 10, r: 3, fill: colours[seat] }));
    });
    const pointer = draw("line", { x1: left, x2: left, y1: 10, y2: high - 10, stroke: film.ink, "stroke-dasharray": "2 2" });
    pointers.push(pointer);
    picture.append(pointer);
    picture.addEventListener("click", (event) => {
      const x = event.clientX - picture.getBoundingClientRect().left;
      go(Math.round(((x - left) * (frames.length - 1)) / (wide - left - 160)));
    });
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    caption.textContent = chart.label;
    figure.append(caption, picture);
    byId("charts").append(figure);
  };
  film.charts.filter((chart) => chart.frames.length > 1).forEach(drawn);

  const asked = () => {
    const found = /^#(step|turn)=(\d{1,6})$/.exec(location.hash);
    if (!found) return go(0, true);
    const number = Number(found[2]);
    if (found[1] === "step") return go(number, true);
    const turn = frames.findIndex((frame) => frame.turn >= number);
    go(turn < 0 ? frames.length - 1 : turn, true);
  };
  addEventListener("hashchange", asked);
  hasten(0);
  asked();
  document.body.dataset.ready = "yes";
})();
