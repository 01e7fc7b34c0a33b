/** Members that every object has, or that JavaScript itself asks for: they name no action. */
const reserved = new Set([...Object.getOwnPropertyNames(Object.prototype), "then", "toJSON"]);

/**
 * The screen at an address: `handle.NAME(payload, options)` sends the action NAME.
 *
 * `dispatch` sends actions of any name. `state`, `params` and `screen` are promises of the present values.
 */
export function handle(app, address, scope) {
  const at = address === undefined ? scope : { ...scope, at: address };
  const send = (type, payload, options, caller) => app.dispatch(type, payload, { ...at, ...options }, caller);
  const dispatch = (type, payload, options) => send(type, payload, options, dispatch);
  return new Proxy(Object.freeze({}), {
    get(target, name) {
      switch (name) {
        case "dispatch":
          return dispatch;
        case "state":
        case "params":
          return app.get({ ...at, pointer: `/${name}` });
        case "screen":
          return app.get({ ...at, depth: 1, computed: true });
        default:
          if (typeof name === "symbol" || reserved.has(name)) return target[name];
          return function action(payload, options) {
            return send(name, payload, options, action);
          };
      }
    },
  });
}
