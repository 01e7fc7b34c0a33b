import type {
  Action, Diagnostic, ListChanges, Methods, Notifications, Patch, ProtocolErrorKind, Row, Screen, Transition,
} from "./methods.js";

export * from "./methods.js";

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
  // Declared in full by lib.dom and by @types/node, of which neither is needed.
  interface AbortSignal {}
  interface URL {}
}

/** The result of a method. */
export type Result<M extends keyof Methods> = Methods[M]["result"];

/** The params of a method. */
export type Params<M extends keyof Methods> = Methods[M]["params"];

/** The answer to an action: its change, the screen that took it, and the screen that is active now. */
export type Receipt = Result<"dispatch">;

/** A flow: the path of its file, the file's URL, or its text. */
export type Flow = string | URL | Params<"flow.load">;

/** What keeps texts by their keys, such as a `Map`. */
export interface Keeper {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
  delete(key: string): unknown;
}

export interface Options {
  /**
   * Where sessions outlive the process: `sqlite:PATH`, and `NAME=URL` for each store that the flows declare; `{NAME: …}`
   * for those that the program keeps itself, such as in a keychain.
   */
  store?: string | (string | Record<string, Keeper>)[];
  /** Whether another process goes on when this one dies, and requests that come later begin one; needs a store. */
  restart?: boolean;
  /** The name of the first flow's session, by default the flow's. */
  session?: string;
  /** A URL that is opened in the first flow's session at once. */
  link?: string;
  /** Values of the shared fields with which the first flow's session begins. */
  shared?: Record<string, any>;
  clock?: "real" | "virtual";
  durability?: "commit" | "batch" | "off";
  onLoss?: "tell" | "refuse";
  logLevel?: "error" | "warning" | "info" | "debug";
  /**
   * The file in which all inputs are recorded, for `navtree replay`; the processes after the first write `x.2.rec` and
   * so on beside `x.rec`.
   */
  record?: string;
  /** Limits by name; those of time are milliseconds, or a duration such as `5s`. */
  limits?: Record<string, number | string>;
  /** The folder below which flows are read from files, by default `/`: anywhere. */
  root?: string;
  /** The path of navtree, by default the package's, else `NAVTREE_BINARY`, else in the `PATH`. */
  binary?: string;
  /** The folder to which the paths of flows and stores are relative. */
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Where navtree's standard error goes; its end is kept for `ProcessDied` in any case. */
  stderr?: "inherit" | ((text: string) => void);
  /** Gives the opening up. */
  signal?: AbortSignal;
  /** The milliseconds within which a request must be answered unless it says otherwise (30,000); null for no end. */
  timeout?: number | null;
  /** Takes errors that no call answers for, such as a timer's failed change; by default a process warning. */
  onError?: (error: Error) => void;
  /** Hears of each effect that stays in flight because the flow rejected what its handler returned; may answer again. */
  onRejected?: (context: EffectContext, error: AnswerRejected) => unknown;
  /** Hears each request that is sent. */
  onRequest?: (request: { method: string; params: any }) => void;
  /** Hears each answer, with the milliseconds that it took. */
  onAnswer?: (answer: { method: string; params: any; result?: any; error?: Error; duration: number }) => void;
  /** Listeners, as of `on`, that hear the opening too. */
  on?: { [N in keyof Notifications]?: (params: Notifications[N]) => void };
  /** The client's name, for logs. */
  client?: string;
}

export interface Cancellable {
  /** Rejects the promise; a request that has been sent may still be carried out. */
  signal?: AbortSignal;
  /** The milliseconds after which it is rejected with `RequestTimeout`; null for no end. */
  timeout?: number | null;
}

export type DispatchOptions = Omit<Params<"dispatch">, "action"> & Cancellable;
export type Scope = Partial<Pick<Params<"dispatch">, "session" | "window" | "origin">>;

/** The members of a screen's handle that aren't actions. */
export interface HandleMembers {
  /** Sends an action of any name. */
  dispatch(type: string, payload?: object, options?: Omit<DispatchOptions, "at">): Promise<Receipt>;
  readonly state: Promise<Record<string, any>>;
  readonly params: Promise<Record<string, any>>;
  readonly computed: Promise<Record<string, any>>;
  /** The screen itself, with its computed values; those that it holds as `{id, screen}`. */
  readonly screen: Promise<Screen>;
  /** The URL that leads to it; null where no link of the flow does. */
  readonly link: Promise<string | null>;
}

/** The screen at an address: all members but six send the action of their name. */
export type Handle = HandleMembers & {
  [action: string]: (payload?: object, options?: Omit<DispatchOptions, "at">) => Promise<Receipt>;
};

export interface BatchEntry {
  at?: string | number;
  action: Action;
  window?: string;
}

/** Collects the actions of a batch. */
export interface BatchRecorder {
  dispatch(type: string, payload?: object, options?: Omit<BatchEntry, "action">): void;
  at(address?: string | number): {
    [action: string]: (payload?: object) => void;
  } & { dispatch(type: string, payload?: object): void };
}

export type BatchOptions = Omit<Params<"batch">, "actions"> & Cancellable;
export interface BatchResult extends Partial<Receipt> {
  error?: NavtreeError;
}

/** What an effect's handler is told beside the input. */
export interface EffectContext<Output = any, Next = any> {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly name: string;
  readonly session: string;
  /** The effect's number in its session. */
  readonly effect: number;
  /** Stays the same when the effect is requested again, and is no other effect's. */
  readonly key: string;
  /** Whether it was requested before. */
  readonly again: boolean;
  /** The address and id of the screen that requested it. */
  readonly at?: string;
  readonly id?: number;
  readonly of?: "session";
  /** Gives an answer before the last one; resolves with false if nobody waits for it. */
  next(output?: Next): Promise<boolean>;
  /**
   * Gives the last answer, as returning it does, and resolves with false if nobody waits for it. Where the flow rejects
   * it, it throws that error, and the handler may answer again.
   */
  answer(output?: Output): Promise<boolean>;
}

export type EffectHandler = (input: any, context: EffectContext) => unknown;

export interface EffectOptions {
  /** Takes the place of the handler that is there. */
  replace?: boolean;
  /** Performs the effects of one session, before the handler of all. */
  session?: string;
}

/** A change of what is followed; several that the consumer was too slow for are one. */
export interface Change<T = any> {
  /** The last of the changes. */
  seq: number;
  /** The first of the changes. */
  since: number;
  /** The value after them. */
  value: T;
  /** With the form `patch`: leads from the value of the change before to this one. */
  patch: Patch;
  /** With the form `list`. */
  list: ListChanges;
}

export interface TransitionsChange {
  seq: number;
  since: number;
  /** The rows of all screens by their ids: one map, which is brought up to date. */
  value: Map<number, Row>;
  transitions: Transition[];
}

export interface Events<E> {
  seq: number;
  since: number;
  /** The last of them, at most 1,000. */
  events: E[];
  /** The number of those before. */
  missed: number;
}

/** The changes of what is followed, for `for await`, and its present value. */
export interface Subscription<C = Change, T = any> extends AsyncIterable<C> {
  /** The first value, once the subscription has begun. */
  readonly ready: Promise<T>;
  readonly value: T;
  /** Why it has ended: the protocol's reason, `closed` or `failed`; undefined as long as it goes on. */
  readonly ended: string | undefined;
  /**
   * Calls a listener with each change, as iterating gives it, and answers a function that ends that. It doesn't keep
   * Node alive; an error that ends the subscription goes to `onError`, unless it is iterated too.
   */
  onChange(listener: (change: C) => void): () => void;
  /** With `acknowledge`: says that the transitions up to a change are shown, by default all that have come. */
  shown(seq?: number): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type SubscribeParams = Omit<Params<"subscribe">, "initial"> & Cancellable;

/** What an app and a session of it have in common. */
export interface Sends {
  readonly server: Result<"initialize">;
  readonly pid: number | undefined;
  /** Whether requests are taken: by the present process, or with `restart` by the next one. */
  readonly isOpen: boolean;

  /** Sends a request, and resolves with its result once all that it caused has been reported. */
  call<M extends keyof Methods>(
    method: M,
    ...rest: {} extends Params<M> ? [params?: Params<M>, options?: Cancellable] : [Params<M>, Cancellable?]
  ): Promise<Result<M>>;

  /** Sends an action to the active screen, or to that `at` an address. */
  dispatch(type: string, payload?: object, options?: DispatchOptions): Promise<Receipt>;
  explain(type: string, payload?: object, options?: Omit<Params<"explain">, "action"> & Cancellable):
    Promise<Result<"explain">>;
  /** Sends several actions as one change, or with `atomic: false` as a change each. */
  batch(actions: BatchEntry[] | ((batch: BatchRecorder) => void), options?: BatchOptions):
    Promise<{ seq: number; results?: BatchResult[] }>;
  get(params?: Params<"state.get"> & Cancellable): Promise<any>;
  /** The screen at an address, by default the active one; the scope may stand in its place. */
  at(address?: string | number | Scope, scope?: Scope): Handle;

  subscribe(params: SubscribeParams & { form: "transitions" }): Subscription<TransitionsChange, Map<number, Row>>;
  subscribe(params: SubscribeParams & { form: "actions" }):
    Subscription<Events<Notifications["state.action"]>, undefined>;
  subscribe(params: SubscribeParams & { lifecycle: true }):
    Subscription<Events<Notifications["screen.lifecycle"]>, undefined>;
  subscribe<T = any>(params?: SubscribeParams): Subscription<Change<T>, T>;
  subscribe<T = any>(at: string | number, params?: SubscribeParams): Subscription<Change<T>, T>;

  /**
   * Performs the effects of a name; answers a function that takes the handler away. Throws `UnknownEffect` where no
   * loaded flow declares one.
   */
  effect(name: string, handler: EffectHandler, options?: EffectOptions): () => void;
  /** Resolves when no effect that has a handler is owed; fails with `AnswerRejected` where one is stuck. */
  settled(options?: Cancellable & { session?: string }): Promise<void>;
  /** Calls a listener with the params of each notification of a method; answers a function that ends that. */
  on<N extends keyof Notifications>(method: N, listener: (params: Notifications[N]) => void): () => void;

  [Symbol.asyncDispose](): Promise<void>;
}

/** An app: a navtree process that runs sessions of flows. */
export class Navtree {
  private constructor();

  /** Starts navtree, loads the flow or flows, and opens a session of each. */
  static open(flow?: Flow | Flow[] | null, options?: Options): Promise<Navtree>;

  /** The answers of `session.open`, one for each flow. */
  readonly opened: Array<Result<"session.open">>;
  /** A session by its name: all that its members send goes to it. */
  session(name: string): NavtreeSession;
  /** Ends the process, which is killed after `timeout` milliseconds (10,000); null for never. */
  close(options?: { timeout?: number | null }): Promise<void>;
}
export interface Navtree extends Sends {}

/** A session of an app. */
export class NavtreeSession {
  private constructor();
  readonly app: Navtree;
  readonly name: string;
  /** Closes the session; the app goes on. */
  close(options?: Cancellable): Promise<void>;
}
export interface NavtreeSession extends Sends {}

/** The kinds of all errors: those of the protocol, and those of this client. */
export type ErrorKind =
  | ProtocolErrorKind
  | "answered" | "answerRejected" | "binaryNotFound" | "cancelled" | "closed" | "log" | "processDied"
  | "protocolMismatch" | "requestTimeout" | "timedOut";

/** A failure, with its kind and data as the protocol lists them. */
export class NavtreeError extends Error {
  constructor(kind: ErrorKind, message: string, data?: Record<string, any>, hint?: string);
  readonly kind: ErrorKind;
  readonly data: Record<string, any>;
  readonly hint: string | undefined;
}

/** A failure with places in files. */
export class Diagnosed extends NavtreeError {
  readonly diagnostics: Diagnostic[];
}

/** There is no program where navtree's binary is looked for. */
export class BinaryNotFound extends NavtreeError {}

/** The binary speaks another version of the protocol. */
export class ProtocolMismatch extends NavtreeError {}

/** No answer came in time; the request may still be carried out. */
export class RequestTimeout extends NavtreeError {}

/** The flow rejected what an effect's handler returned; the effect, which `data` names, stays in flight. */
export class AnswerRejected extends NavtreeError {
  readonly cause: NavtreeError;
}

/** The process ended while it was needed. */
export class ProcessDied extends NavtreeError {
  constructor(message: string, how?: { code?: number | null; signal?: string | null; stderr?: string });
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of its standard error. */
  readonly stderr: string;
}

/** Thrown by an effect's handler: the reason that the flow gets as `action.error`. */
export class EffectFailed extends Error {
  constructor(error?: any);
  readonly error: any;
}
