// The counting screens as a store of Redux: requests in, answers as navtree writes them out.
// The file that needs no other package, as it is for production.
const { createStore } = require("redux/dist/redux.min.js");

const initial = { screens: [{ screen: "list", count: 0 }] };

function reducer(state = initial, action) {
  switch (action.type) {
    case "push":
      return { ...state, screens: [...state.screens, { screen: action.screen, count: 0 }] };
    case "inc": {
      const last = state.screens.length - 1;
      return {
        ...state,
        screens: state.screens.map((each, index) => (index === last ? { ...each, count: each.count + 1 } : each)),
      };
    }
    default:
      return state;
  }
}

const store = createStore(reducer);
let path = "/main";
let seq = 0;

function answer(line) {
  const { id, method, params } = JSON.parse(line);
  seq += 1;
  if (method === "push") {
    store.dispatch({ type: "push", screen: params.screen });
    path += `/${params.screen}`;
    return JSON.stringify({ jsonrpc: "2.0", id, result: { seq, active: path } });
  }
  store.dispatch(params.action);
  return JSON.stringify({ jsonrpc: "2.0", id, result: { seq, handledBy: path, active: path } });
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  // As for navtree, the answers of one read are written together.
  if (lines.length > 0) process.stdout.write(lines.map((line) => `${answer(line)}\n`).join(""));
});
