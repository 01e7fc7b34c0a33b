"use strict";

const { Navtree } = require("./lib/navtree.js");
const { NavtreeSession } = require("./lib/session.js");

module.exports = { ...require("./lib/errors.js"), Navtree, NavtreeSession };
