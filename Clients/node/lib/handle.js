"use strict";

/** Members that every object has, or that JavaScript itself asks for: they name no action. */
const reserved = new Set([...Object.getOwnPropertyNames(Object.prototype), "then", "toJSON"]);

/**
 * The screen at an address, by default the active one: `handle.NAME(payload, options)` sends the action NAME.
 *
 * `dispatch` sends actions of any name. The other members are promises of the present values. The scope, a session and
 * a window, may stand in the address's place.
 */
function handle(app, address, scope) {
  const at = address !== null && typeof address === "object" ? address
    : address === undefined ? scope : { ...scope, at: address };
  const send = (type, payload, options, caller) => app.dispatch(type, payload, { ...at, ...options }, caller);
  const dispatch = (type, payload, options) => send(type, payload, options, dispatch);
  return new Proxy(Object.freeze({}), {
    get(target, name) {
      switch (name) {
        case "dispatch":
          return dispatch;
        case "state":
        case "params":
          return app.get({ ...reading(at), pointer: `/${name}` });
        case "computed":
          return app.get({ ...reading(at), depth: 1, computed: true }).then(({ computed = {} }) => computed);
        case "screen":
          return app.get({ ...reading(at), depth: 1, computed: true });
        case "link":
          return app.call("link.url", reading(at)).then(({ url }) => url);
        default:
          if (typeof name === "symbol" || reserved.has(name)) return target[name];
          return function action(payload, options) {
            return send(name, payload, options, action);
          };
      }
    },
  });
}

/** What of a scope concerns a request that changes nothing. */
function reading({ origin, ...at } = {}) {
  return at;
}

module.exports = { handle };
