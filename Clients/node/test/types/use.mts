// Checked by the compiler alone, with `strict`.
import {
  AnswerRejected, BinaryNotFound, DismissRefused, EffectFailed, InvalidFlow, Navtree, NavtreeError, NavtreeSession,
  NotHandled, ProcessDied, Rejected, RequestTimeout, UnknownSession,
} from "navtree";
import type { Change, EffectContext, ErrorKind, Handle, Receipt, Row, Subscription } from "navtree";

async function use(): Promise<void> {
  const app = await Navtree.open(new URL("file:///flow.yaml"), { store: "sqlite:a.db", restart: true, clock: "virtual" });
  await Navtree.open("a.yaml", { on: { "session.restored": ({ report }) => console.log(report.length) } });
  await Navtree.open(null, { on: {}, limits: { history: 3, transition: "5s" } });
  await Navtree.open([{ yaml: "navtree: 1", name: "a.navtree.yaml" }, "b.navtree.yaml"]);
  const main: Handle = app.at("/main", { session: "s" });
  const receipt: Receipt = await main.select({ index: 0 }, { origin: "user", return: ["receipt"] });
  const seq: number = receipt.seq;
  const by: string = receipt.handledBy;
  const state: Record<string, any> = await main.state;
  const screen: string = (await main.screen).screen;
  await main.dispatch("state", {}, { signal: new AbortController().signal });

  const limits: Record<string, number> = (await app.call("initialize")).limits;
  const now: number = (await app.call("clock.advance", { by: "1m" })).now;
  await app.call("effect.done", { effect: 1, output: {} }, { signal: new AbortController().signal });
  const results = (await app.batch((batch) => {
    batch.at("/main").select({ index: 0 });
    batch.dispatch("select", { index: 1 }, { at: "/main" });
  }, { atomic: false })).results;
  const failed: NavtreeError | undefined = results?.[0].error;
  const holds: boolean = (await app.explain("select", { index: 0 }, { at: "/main" })).rules[0].holds;

  await app.call("ping", {}, { timeout: 500 });
  await main.select({ index: 0 }, { timeout: null });
  const name: string = (await main.computed).name;
  const url: string | null = await main.link;
  const session: NavtreeSession = app.session("s");
  await session.at("/main").select({ index: 0 });
  await app.at({ session: "s", window: "main" }).dispatch("select");
  await session.settled({ timeout: 1000 });
  const isOpen: boolean = session.isOpen;
  await Navtree.open("a.yaml", {
    timeout: null, onRejected: ({ name }, { cause }: AnswerRejected) => console.log(name, cause.kind),
    onRequest: ({ method }) => console.log(method.length), onAnswer: ({ duration }) => console.log(duration + 1),
  });
  const end: () => void = app.subscribe<number>("/main").onChange(({ value }) => console.log(value + 1));
  end();

  const stop: () => void = app.effect("fetch", async (input: { id: number }, { signal, key, next, answer }: EffectContext) => {
    if (signal.aborted) throw new EffectFailed({ code: 4 });
    const isWanted: boolean = await next({ percent: 10 });
    await answer({ id: 1 });
    return { key, id: input.id, isWanted };
  });
  stop();
  app.effect("fetch", () => ({}), { replace: true, session: "s" });
  await app.settled();
  app.on("link.failed", ({ link, url }) => console.log(link.toUpperCase(), url.length));

  const counts: Subscription<Change<number>, number> = app.subscribe<number>("/main", { pointer: "/state/count" });
  for await (const { seq, since, value, patch } of counts) console.log(seq - since, value + 1, patch[0].op);
  for await (const { transitions, value } of app.subscribe({ form: "transitions", window: "main" })) {
    const row: Row | undefined = value.get(1);
    console.log(row, transitions[0].op);
  }
  for await (const { events, missed } of app.subscribe({ form: "actions" })) console.log(events[0].outcome, missed);
  for await (const { events } of app.subscribe({ lifecycle: true })) console.log(events[0].event);

  try {
    await app.close({ timeout: null });
  } catch (error) {
    if (error instanceof ProcessDied) console.log(error.stderr, error.code, error.signal);
    if (error instanceof Rejected || error instanceof NotHandled || error instanceof DismissRefused) throw error;
    if (error instanceof InvalidFlow) console.log(error.diagnostics[0].line + 1, error.diagnostics[0].hint);
    if (error instanceof RequestTimeout || error instanceof BinaryNotFound || error instanceof UnknownSession) {
      const kind: ErrorKind = error.kind;
      console.log(kind);
    }
    if (error instanceof NavtreeError) console.log(error.kind, error.hint, error.data);
  }
  await app[Symbol.asyncDispose]();
  console.log(seq, by, state, screen, limits, now, failed, holds, name, url, isOpen);
}

async function misuse(app: Navtree): Promise<void> {
  // @ts-expect-error: there is no such option
  await Navtree.open("a.yaml", { stoer: "x" });
  // @ts-expect-error: there is no such method
  await app.call("no.such");
  // @ts-expect-error: a param is missing
  await app.call("select");
  // @ts-expect-error: a param is of another type
  await app.call("select", { tab: 1 });
  // @ts-expect-error: there is no such kind
  if (new NavtreeError("closed", "").kind === "closd") return;
  // @ts-expect-error: one of three
  await Navtree.open("a.yaml", { durability: "foo" });
  // @ts-expect-error: state is no action
  await app.at("/main").state({ index: 0 });
  // @ts-expect-error: `Navtree.open` makes one
  new Navtree();
}

void use;
void misuse;
