// A selection as a scenario or as JSON-RPC lines, to copy.

import { h, fill, count } from "../dom.js";
import { Tree } from "../model/tree.js";
import { yaml } from "../yaml.js";

/** Entries that are written at once, and screens that are looked at for them: each step tells which is on top. */
const [mostEntries, mostScreens] = [1000, 100000];

export class CopyPane {
  constructor(app) {
    this.app = app;
    this.name = "Copy";
    this.format = "scenario";
    this.from = h("input", { type: "number", id: "from", min: "0", onchange: () => this.range(this.from) });
    this.to = h("input", { type: "number", id: "to", min: "0", onchange: () => this.range(this.to) });
    this.choice = h("select", {
      id: "format", onchange: () => {
        this.format = this.choice.value;
        this.render();
      },
    }, h("option", { value: "scenario" }, "a scenario"), h("option", { value: "rpc" }, "JSON-RPC lines"));
    this.text = h("textarea", { id: "copied", readonly: true, rows: "18", spellcheck: "false", "aria-label": "Text to copy" });
    this.told = h("p", { role: "status" });
    this.button = h("button", { type: "button", id: "copy", onclick: () => this.copy() }, "Copy");
    this.element = h("div", { class: "copy" },
      h("p", { class: "fields" },
        h("label", { for: "from" }, "From seq "), this.from, h("label", { for: "to" }, " to seq "), this.to,
        h("label", { for: "format" }, " as "), this.choice, this.button),
      this.told, this.text);
  }

  range(changed) {
    const { session } = this.app;
    if (Number(this.from.value) > Number(this.to.value)) this.from.value = this.to.value = changed.value;
    const to = session.indexOf(Number(this.to.value));
    this.app.select(to, { range: [session.indexOf(Number(this.from.value)), to] });
  }

  render() {
    const { session, range } = this.app;
    const entries = [];
    const screens = Object.keys(session.state(range[1]).screens).length;
    const most = Math.max(50, Math.min(mostEntries, Math.floor(mostScreens / (screens + 1))));
    let size = 0;
    for (let index = range[0]; index <= range[1]; index++) {
      if (session.isOpening(index)) continue;
      if (size++ < most) entries.push(session.entry(index));
    }
    this.from.value = String(session.seq(range[0]));
    this.to.value = String(session.seq(range[1]));
    this.text.value = this.format === "rpc" ? this.rpc(entries) : this.scenario(entries, range[0]);
    this.told.textContent = count(size, "entry", "entries") + " selected" +
      (size > most ? ", the first " + most.toLocaleString("en") + " are written" : "");
  }

  async copy() {
    this.text.select();
    let isDone = false;
    try {
      await navigator.clipboard.writeText(this.text.value);
      isDone = true;
    } catch {
      isDone = document.execCommand("copy");
    }
    this.told.textContent = isDone ? "Copied." : "Select the text and copy it.";
  }

  /** The request of an entry; null where only time has passed, and in a batch before its last change. */
  request(entry) {
    if (entry.by === null || entry.by === "batch" && !entry.params) return null;
    const params = { session: this.app.session.name };
    if (entry.by !== undefined) return { method: entry.by, params: { ...params, ...entry.params } };
    if (entry.params) return { method: "dispatch", params: { ...params, ...entry.params } };
    const first = entry.actions && entry.actions[0];
    if (!first) return null;
    return { method: "dispatch", params: { ...params, at: first.at, action: { type: first.action, ...first.payload } } };
  }

  rpc(entries) {
    let id = 0;
    let text = "";
    for (const entry of entries) {
      const request = this.request(entry);
      if (request) text += JSON.stringify({ jsonrpc: "2.0", id: ++id, ...request }) + "\n";
    }
    return text;
  }

  scenario(entries, start) {
    const { session, flow } = this.app;
    const steps = [];
    let now = session.time(start);
    for (const entry of entries) {
      const own = this.steps(entry);
      if (entry.time > now && (session.clock === "virtual" || own.length > 0 || entry.by === null)) {
        if (entry.by === null || entry.by === "clock.advance") steps.push({ advance: entry.time - now });
        now = entry.time;
      }
      if (own.length > 0) own[own.length - 1].expect = this.expectation(entry);
      steps.push(...own);
    }
    const seq = session.seq(Math.max(0, start - 1));
    const head = ["flow: " + yaml.scalar(flow ? flow.sources[0].file : "flow.navtree.yaml"), "scenarios:",
      "  - name: " + yaml.scalar("seq " + this.from.value + " to " + this.to.value + " of " + session.name)];
    if (start > 1) {
      head.push("    # It goes on from the state at seq " + seq + ", which these write as well:");
      head.push("    # navtree test --from-recording RECORDING --from " + seq + " --to " + this.to.value + " -o FILE");
    }
    if (steps.length === 0) return head.join("\n") + "\n    steps: []\n";
    return head.join("\n") + "\n    steps:\n" + steps.map((step) => yaml.item(step, 6)).join("");
  }

  /** The steps that do what an entry did; none where no step does. */
  steps(entry) {
    if (entry.by === "batch") {
      // Refused as a whole, it leaves nothing.
      if (!entry.actions || entry.error && entry.params?.atomic !== false) return [];
      return entry.actions.filter((each) => !each.cause).map(({ at, action, payload }) => step(at, action, payload));
    }
    const request = this.request(entry);
    // No step goes to a window that isn't there.
    if (!request || entry.error && entry.error.kind === "unknownWindow") return [];
    const { method, params } = request;
    // Among several windows a step has to name its screen.
    const { at = params.at } = (entry.actions && entry.actions[0]) || {};
    if (method === "dispatch" && params.action) {
      const { type, ...payload } = params.action;
      return [step(at, type, payload)];
    }
    if (method === "back") return [{ at, back: true }];
    if (method === "open" || method === "link.open") {
      const { url, window, force } = params;
      return [{ open: window === undefined && force === undefined ? url : { url, window, force } }];
    }
    if (method === "window.open" || method === "window.close") {
      const { window, screen, params: given, force } = params;
      return [{ window: { [method.slice("window.".length)]: window, screen, params: given, force } }];
    }
    if (method.startsWith("effect.")) {
      const effect = this.app.session.effects.get(entry.answered);
      // No step answers an effect that has ended.
      if (!effect || entry.refused) return [];
      const answer = { effect: effect.name };
      if (method === "effect.done") answer.output = params.output ?? {};
      else if (method === "effect.next") answer.next = params.output ?? {};
      else answer.error = params.error ?? null;
      return [{ answer }];
    }
    if (method.includes(".") || method === "broadcast") return [];
    const { session, at: place, window, ...payload } = params;
    return [step(at, "nav." + method, payload)];
  }

  expectation(entry) {
    if (entry.error) return { error: entry.error.kind };
    const document = this.app.session.state(entry.index);
    const tree = new Tree(document, this.app.flow);
    const window = Object.keys(tree.windows)[0];
    const path = window === undefined ? [] : tree.path(window);
    return path.length > 0 ? { active: tree.address(path[path.length - 1]) } : undefined;
  }
}

function step(at, action, payload = {}) {
  return { at, do: Object.keys(payload).length === 0 ? action : { [action]: payload } };
}
