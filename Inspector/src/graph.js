// The page of `navtree graph --format html`, whose picture and table are there without this script too.

import { Picture } from "./picture.js";

const frame = document.querySelector(".picture");
const picture = new Picture(frame);
frame.before(picture.tools);
frame.after(picture.ways);
picture.show(frame.querySelector("svg"));
document.body.dataset.ready = "";
