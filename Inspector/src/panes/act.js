// Acting on a session: actions by forms, answers to effects, the clock, undo, and a fork to try in.

import { h, fill, shown, short, line } from "../dom.js";
import { form } from "../form.js";
import { valueView } from "../value.js";

let lastCard = 0;

export class ActPane {
  constructor(app) {
    this.app = app;
    this.name = "Act";
    this.told = h("p", { role: "status", id: "outcome" });
    this.body = h("div");
    this.element = h("div", { class: "act" }, this.told, this.body);
    /** The forms by what they are of. */
    this.cards = new Map();
    this.by = h("input", { type: "text", id: "by", value: "1s", "aria-label": "Advance by", autocomplete: "off" });
  }

  /** Whether calls may go to the session that is shown. */
  get isFree() {
    const { model, session } = this.app;
    return model.drive || session.fork !== undefined || model.playground;
  }

  /** The session to act on: what is shown or, for a session of the host, a fork of it at the shown moment. */
  async target() {
    const { app } = this;
    if (this.isFree && app.index === app.session.last) return app.session.name;
    if (this.isFree && app.model.drive) return app.session.name;
    return this.fork();
  }

  async fork() {
    const { app } = this;
    const taken = new Set(app.model.sessions.filter(Boolean).map((session) => session.name));
    let number = 1;
    while (taken.has("what-if-" + number)) number++;
    const as = "what-if-" + number;
    const params = { session: app.session.name, as };
    if (app.index < app.session.last) params.seq = app.entry.seq;
    await app.live.call("session.fork", params);
    app.follow(as);
    return as;
  }

  async run(work) {
    this.told.textContent = "…";
    this.told.className = "";
    try {
      const text = await work();
      this.told.textContent = text || "Done.";
    } catch (error) {
      this.told.textContent = error.message;
      this.told.className = "failed";
    }
    await this.refresh();
  }

  call(method, params = {}) {
    return this.run(async () => {
      const session = await this.target();
      const result = await this.app.live.call(method, { ...params, session });
      return method + ": " + line(result, 120);
    });
  }

  render() {
    const key = this.app.session.name + " " + this.app.session.last + " " + this.app.index;
    if (this.shownKey === key) return;
    this.shownKey = key;
    this.refresh();
  }

  async refresh() {
    const { app } = this;
    const { session } = app;
    const isPast = app.index < session.last;
    const origin = session.fork && app.model.sessions[session.fork[0]];
    const told = origin ? "A fork of " + shown(short(origin.name, 60)) + " at seq " + session.fork[1] + "." : "";
    const note = this.isFree ? (isPast && !app.model.drive ? "What you do here begins a fork at seq " + app.entry.seq + "." : "")
      : "The host's session stays as it is: what you do here begins a fork" + (isPast ? " at seq " + app.entry.seq : "") + ".";
    let actions = { actions: [], navigation: [] };
    let failure = "";
    try {
      if (!session.closed) actions = await app.live.call("state.actions", { session: session.name });
    } catch (error) {
      failure = error.message;
    }
    if (app.session !== session) return;
    const owed = [...session.effects.values()].filter((effect) => effect.status === "owed");
    const focused = this.body.contains(document.activeElement) ? document.activeElement : null;
    // Actions that aren't possible come last.
    const isImpossible = (row) => Number(row.possible === "no");
    const rows = actions.actions.slice().sort((a, b) => isImpossible(a) - isImpossible(b));
    this.next = new Map();
    const scrolled = this.element.parentNode.scrollTop;
    fill(this.body,
      told ? h("p", { class: "note", id: "fork-of" }, told) : null,
      note ? h("p", { class: "note", id: "what-if" }, note) : null,
      failure ? h("p", { class: "failed" }, shown(failure)) : null,
      h("p", { class: "buttons" },
        this.button("undo", "Undo", () => this.call("history.undo"), app.model.drive ? session.seq(session.last) === 0 : app.entry.seq === 0),
        this.button("redo", "Redo", () => this.call("history.redo")),
        this.button("fork", "What if: fork here", () => this.run(async () => "The fork is " + (await this.fork()) + ".")),
        this.button("back", "Back", () => this.call("back"))),
      this.clock(session),
      h("h2", null, "Actions"),
      rows.length === 0 ? h("p", { class: "none" }, "None.") : rows.slice(0, 200).map((row) => this.action(row)),
      actions.navigation && actions.navigation.length > 0
        ? [h("h2", null, "Navigation"), h("p", { class: "buttons" }, actions.navigation.slice(0, 60).map((row, i) =>
          this.button("nav-" + i, row.method + " " + shown(line(row.params, 60)), () => this.call(row.method, row.params))))]
        : null,
      h("h2", null, "Effects that are owed"),
      owed.length === 0 ? h("p", { class: "none" }, "None.") : owed.slice(0, 100).map((effect) => this.effect(effect)));
    this.cards = this.next;
    this.element.parentNode.scrollTop = scrolled;
    if (focused) (focused.isConnected ? focused : document.getElementById(focused.id))?.focus({ preventScroll: true });
  }

  button(id, text, work, disabled = false) {
    return h("button", { type: "button", id: "act-" + id, disabled, onclick: work }, text);
  }

  clock(session) {
    const { by } = this;
    return h("form", {
      class: "clock", onsubmit: (event) => {
        event.preventDefault();
        const text = by.value.trim();
        this.call("clock.advance", { by: /^\d+$/.test(text) ? Number(text) : text });
      },
    }, h("span", null, session.clock === "virtual" ? "Virtual clock at " + session.now.toLocaleString("en") + " ms" : "Clock at " + this.app.fullTime(session.now)),
    session.clock === "virtual" ? [by, h("button", { type: "submit", id: "act-advance" }, "Advance")]
      : [this.button("pause", "Pause", () => this.call("clock.pause")), this.button("resume", "Resume", () => this.call("clock.resume"))]);
  }

  /** What stays while the session goes on: whoever fills a form isn't disturbed. */
  kept(key, make) {
    // Equal ones are told apart by their order.
    while (this.next.has(key)) key += "'";
    const known = this.cards.get(key) || make();
    this.next.set(key, known);
    return known;
  }

  action(row) {
    const card = this.kept("action " + JSON.stringify([row.action, row.at, row.payload]), () => this.actionCard(row));
    card.update(row);
    return card.element;
  }

  actionCard(row) {
    const fields = form(row.payload || { type: "object", properties: {} });
    const badge = h("span");
    const taker = h("code");
    const why = h("div");
    const element = h("details", null,
      h("summary", { id: "action-" + ++lastCard }, h("bdi", null, shown(short(row.action, 80))), badge, taker),
      h("form", {
        onsubmit: (event) => {
          event.preventDefault();
          let payload;
          try {
            payload = fields.value();
          } catch (error) {
            this.told.textContent = error.message;
            this.told.className = "failed";
            return;
          }
          const params = { action: { type: row.action, ...payload } };
          if (row.at) params.at = row.at;
          this.call("dispatch", params);
        },
      }, fields.element, h("button", { type: "submit" }, "Dispatch"), why));
    const update = (row) => {
      element.className = "possible-" + row.possible;
      badge.className = "badge " + row.possible;
      badge.title = "Possible: " + row.possible;
      badge.textContent = row.possible;
      taker.textContent = shown(short(row.takenBy || "", 80));
      fill(why, row.why ? h("details", null, h("summary", null, "Why not"), valueView(row.why)) : null);
    };
    return { element, update };
  }

  effect(effect) {
    return this.kept("effect " + this.app.session.name + " " + effect.id, () => this.effectCard(effect));
  }

  effectCard(effect) {
    const output = h("textarea", { rows: "3", spellcheck: "false", "aria-label": "Output of " + shown(effect.name) + " " + effect.id });
    output.value = "{}";
    const answer = (method, key) => {
      let value;
      try {
        value = JSON.parse(output.value);
      } catch (error) {
        this.told.textContent = error.message;
        this.told.className = "failed";
        return;
      }
      this.call(method, { effect: effect.id, [key]: value });
    };
    return h("details", { "data-owed": effect.id },
      h("summary", null, h("bdi", null, shown(short(effect.name, 80))), " " + effect.id + " ",
        effect.at ? h("code", null, shown(short(effect.at, 80))) : null),
      effect.input ? valueView(effect.input) : null, output,
      h("p", { class: "buttons" },
        this.button("done-" + effect.id, "Done", () => answer("effect.done", "output")),
        this.button("fail-" + effect.id, "Fail", () => answer("effect.fail", "error"))));
  }
}

