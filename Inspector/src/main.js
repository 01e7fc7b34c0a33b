// The page: what is chosen, its panes, the keyboard and the address.

import { h, fill, shown, short, count } from "./dom.js";
import { Model, read } from "./model/model.js";
import { Live } from "./live.js";
import { Timeline } from "./panes/timeline.js";
import { TreePane } from "./panes/tree.js";
import { StatePane } from "./panes/state.js";
import { WhyPane } from "./panes/why.js";
import { EffectsPane } from "./panes/effects.js";
import { GraphPane } from "./panes/graph.js";
import { CoveragePane } from "./panes/coverage.js";
import { CopyPane } from "./panes/copy.js";
import { ComparePane } from "./panes/compare.js";
import { detail, given, mark, title } from "./entry.js";
import { ActPane } from "./panes/act.js";
import { FlowPane } from "./panes/flow.js";

class App {
  constructor(models, live) {
    this.models = models;
    this.live = live;
    this.model = models[0];
    this.index = 0;
    this.range = [0, 0];
    this.timeline = new Timeline(this);
    this.panes = [new TreePane(this), new StatePane(this), new WhyPane(this), new EffectsPane(this), new GraphPane(this),
      new CoveragePane(this), new CopyPane(this)];
    const compares = models.length > 1 && models[1].compares;
    if (compares) this.panes.push(new ComparePane(this));
    if (live) this.panes.push(new ActPane(this), new FlowPane(this));
    this.pane = this.panes[compares ? this.panes.length - 1 : 0];
    this.build();
  }

  get entry() {
    return this.session.entry(this.index);
  }

  get document() {
    return this.session.moment(this.index).after;
  }

  /** The state before the present entry; nothing where it begins. */
  get before() {
    return this.session.moment(this.index).before;
  }

  get flow() {
    return this.model.flows[this.session.flow];
  }

  time(instant) {
    const ms = instant - this.session.time(0);
    if (ms < 1000) return "+" + ms + " ms";
    if (ms < 60000) return "+" + (ms / 1000).toFixed(2) + " s";
    const minutes = Math.floor(ms / 60000);
    if (minutes < 60) return "+" + minutes + "m " + Math.floor((ms % 60000) / 1000) + "s";
    return "+" + Math.floor(minutes / 60) + "h " + (minutes % 60) + "m";
  }

  fullTime(instant) {
    // A virtual clock that begins at zero has no date.
    if (this.session.clock === "virtual" && instant < 1e11) return this.time(instant) + ", " + instant.toLocaleString("en") + " ms on the virtual clock";
    const date = new Date(instant);
    return (Number.isNaN(date.getTime()) ? instant + " ms" : date.toISOString()) + " (" + this.time(instant) + ")";
  }

  // The frame of the page

  build() {
    this.sessions = h("select", { id: "session", "aria-label": "Session", onchange: () => this.choose(this.sessions.value) });
    this.position = h("output", { id: "position" });
    const step = (id, label, text, by) => h("button", { type: "button", id, "aria-label": label, title: label, onclick: () => this.timeline.step(by) }, text);
    this.tabs = this.panes.map((pane) => {
      const id = pane.name.toLowerCase();
      return h("button", {
        type: "button", role: "tab", id: "tab-" + id, "aria-controls": "panel-" + id,
        onclick: () => this.show(pane), onkeydown: (event) => this.tabKey(event),
      }, pane.name);
    });
    this.panels = this.panes.map((pane) => {
      const id = pane.name.toLowerCase();
      return h("div", { role: "tabpanel", id: "panel-" + id, "aria-labelledby": "tab-" + id, class: "panel", tabindex: "-1" }, pane.element);
    });
    this.notes = h("div", { class: "notes", role: "status" });
    this.connection = h("p", { class: "connection", role: "alert", hidden: true });
    this.title = h("h1", null);
    this.headline = h("p", { id: "headline" });
    fill(document.getElementById("app"),
      h("header", null, this.title, this.sessions,
        h("div", { class: "steps", role: "group", "aria-label": "Moment" },
          step("first", "First", "«", -Infinity), step("previous", "Previous", "‹", -1), this.position,
          step("next", "Next", "›", 1), step("last", "Last", "»", Infinity))),
      this.connection, this.notes,
      h("main", null, this.timeline.element,
        h("section", { class: "detail", "aria-label": "Moment" }, this.headline,
          h("div", { role: "tablist", "aria-label": "Panes" }, this.tabs), this.panels)),
      h("footer", null, "Keys: ", h("kbd", null, "j"), " and ", h("kbd", null, "k"), " go on and back, ", h("kbd", null, "/"),
        " searches, ", h("kbd", null, "1"), " to ", h("kbd", null, String(Math.min(9, this.panes.length))), " choose a pane, ",
        h("kbd", null, "Shift"), " with an arrow selects several."));
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.readAddress());
  }

  /** Shows everything anew: the models or their sessions are others. */
  begin() {
    const sessions = this.listed();
    fill(this.sessions, sessions.map(({ model, session, key }) =>
      h("option", { value: key }, (this.models.length > 1 ? shown(short(this.label(model), 60)) + ": " : "") + shown(short(session.name, 60)) +
        (session.fork ? " (fork)" : "") + (session.closed ? " (closed)" : ""))));
    this.sessions.hidden = sessions.length < 2;
    document.title = shown(short(named(this.model.title), 60)) + " · navtree";
    fill(this.title, h("bdi", { title: shown(short(this.model.title, 400)) }, shown(short(named(this.model.title), 80))), h("span", { class: "flow-name" }, this.flow ? " " + shown(short(this.flow.name, 60)) : ""));
    fill(this.notes, (this.models.some((model) => model.compares) ? this.models : [this.model]).flatMap((model) => model.notes).slice(0, 20).map(({ note, ends }) => h("p", ends ? { class: "ends" } : null, shown(short(note, 600)))));
  }

  /** A model's name: its file alone, where that tells it from the other one. */
  label(model) {
    const isTold = this.models.every((other) => other === model || named(other.title) !== named(model.title));
    return isTold ? named(model.title) : model.title;
  }

  listed() {
    return this.models.flatMap((model, m) => model.sessions.filter(Boolean).map((session) => ({ model, session, key: m + ":" + session.number })));
  }

  /** Makes a session the shown one. */
  choose(key) {
    const found = this.listed().find((row) => row.key === key);
    if (!found) return;
    this.model = found.model;
    this.session = found.session;
    this.begin();
    this.sessions.value = key;
    this.timeline.reset();
    this.select(this.session.last);
  }

  keyOf(session) {
    const found = this.listed().find((row) => row.session === session);
    return found ? found.key : "";
  }

  select(index, { extend = false, range } = {}) {
    const target = Math.max(0, Math.min(Math.trunc(index), this.session.last));
    this.anchor = extend ? this.anchor ?? this.index : target;
    this.index = target;
    // Where the newest entry is shown, the page goes on to each that comes.
    this.follows = this.index === this.session.last;
    this.range = range || [Math.min(this.anchor, target), Math.max(this.anchor, target)];
    this.update();
  }

  update() {
    const { entry } = this;
    document.body.dataset.seq = entry.seq;
    document.body.dataset.entry = String(this.index);
    this.position.textContent = "seq " + entry.seq + " of " + this.session.seq(this.session.last);
    this.headline.className = "headline kind-" + entry.kind + (entry.refused ? " refused" : "");
    fill(this.headline, mark(entry), title(entry), h("bdi", { class: "given" }, given(entry, this.session)), detail(entry));
    this.timeline.reveal();
    this.pane.render();
    this.writeAddress();
  }

  show(pane) {
    this.pane = pane;
    this.panes.forEach((other, i) => {
      const isShown = other === pane;
      this.tabs[i].setAttribute("aria-selected", String(isShown));
      this.tabs[i].tabIndex = isShown ? 0 : -1;
      this.panels[i].hidden = !isShown;
    });
    if (this.session) {
      pane.render();
      this.writeAddress();
    }
  }

  showScreen(id) {
    const pane = this.panes[1];
    pane.chosen = id;
    this.show(pane);
    this.tabs[1].focus();
  }

  // Keyboard

  tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    let target = this.tabs.indexOf(event.target) + (step || 0);
    if (event.key === "Home") target = 0;
    else if (event.key === "End") target = this.tabs.length - 1;
    else if (!step) return;
    event.preventDefault();
    target = (target + this.tabs.length) % this.tabs.length;
    this.show(this.panes[target]);
    this.tabs[target].focus();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target.closest("input, textarea, select") && !(target.type === "checkbox")) {
      if (event.key === "Escape") this.timeline.list.element.focus();
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      this.timeline.search.focus();
    } else if (event.key === "j" || event.key === "k") {
      if (!target.closest("#timeline")) this.timeline.step(event.key === "j" ? 1 : -1);
    } else if (/^[1-9]$/.test(event.key) && this.panes[Number(event.key) - 1]) {
      this.show(this.panes[Number(event.key) - 1]);
      this.tabs[Number(event.key) - 1].focus();
    }
  }

  // The address

  writeAddress() {
    const parts = ["seq=" + this.entry.seq];
    const first = this.session.indexOf(this.entry.seq);
    if (first !== this.index) parts.push("entry=" + this.index);
    if (this.listed().length > 1) parts.push("session=" + encodeURIComponent(this.keyOf(this.session)));
    if (this.pane !== this.panes[0]) parts.push("pane=" + this.pane.name.toLowerCase());
    const hash = "#" + parts.join("&");
    if (location.hash === hash) return;
    // Several seeks in a moment write one address.
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      try {
        history.replaceState(null, "", hash);
      } catch {
        // Browsers limit how often an address may change.
      }
    }, 60);
  }

  readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const pane = this.panes.find((pane) => pane.name.toLowerCase() === given.get("pane"));
    if (pane) this.show(pane);
    const key = given.get("session");
    if (key && key !== this.keyOf(this.session)) this.choose(key);
    if (given.has("entry")) return this.select(Number(given.get("entry")) || 0);
    if (given.has("seq")) this.select(this.session.indexOf(Number(given.get("seq")) || 0));
  }

  start() {
    const sessions = this.listed();
    this.show(this.pane);
    if (sessions.length === 0) {
      fill(this.title, shown(short(this.model.title, 80)));
      return;
    }
    this.model = sessions[0].model;
    this.session = sessions[0].session;
    this.begin();
    this.timeline.reset();
    this.select(this.session.last);
    this.readAddress();
  }

  // Live

  /** Takes lines that have just come. */
  take(lines) {
    let isNew = false;
    let isReset = false;
    for (const line of lines) {
      if (line.startsWith('{"report":')) {
        this.model = new Model(JSON.parse(line));
        this.models = [this.model];
        this.session = undefined;
        isReset = true;
        continue;
      }
      const kind = this.model.add(line);
      isNew = isNew || kind === "session" || kind === "closed" || kind === "flow" || kind === "note";
    }
    if (isReset || isNew || !this.session) {
      if (!this.session) return this.start();
      this.begin();
      this.sessions.value = this.keyOf(this.session);
    }
    if (this.wanted) {
      const row = this.listed().find(({ session }) => session.name === this.wanted && !session.closed);
      if (row) {
        this.wanted = undefined;
        return this.choose(row.key);
      }
    }
    this.timeline.grow();
    if (this.follows && this.index !== this.session.last) this.select(this.session.last);
    else this.update();
  }

  /** Shows a session as soon as it is there. */
  follow(name) {
    this.wanted = name;
    this.take([]);
  }

  tell(sentence) {
    this.connection.hidden = sentence === "";
    this.connection.textContent = sentence;
  }
}

/** The last part of a path to a file; other titles are whole. */
function named(title) {
  const file = title.slice(title.lastIndexOf("/") + 1);
  return /^[^\s<>]+\.[A-Za-z0-9]+$/.test(file) ? file : title;
}

/** The lines of a block of data: as they are, or gzip in base64. */
async function unpacked(block) {
  if (!block.startsWith("H4sI")) return block;
  const bytes = Uint8Array.from(atob(block), (digit) => digit.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

async function start() {
  const told = h("p", { class: "reading", role: "status" });
  fill(document.getElementById("app"), told);
  const models = await read(await unpacked(document.getElementById("data").textContent), (part) => (told.textContent = "Reading: " + Math.floor(part * 100) + " %"));
  if (models.length > 0) {
    window.app = new App(models, null);
    window.app.start();
  } else if (location.protocol.startsWith("http")) {
    const live = new Live();
    const app = new App([new Model({ title: "navtree inspect" })], live);
    window.app = app;
    app.show(app.pane);
    live.follow((lines) => app.take(lines), (sentence) => app.tell(sentence));
  } else {
    fill(document.getElementById("app"), h("p", null, "There is nothing in this page."));
  }
  document.body.dataset.ready = String(Math.round(performance.now()));
}

start();
