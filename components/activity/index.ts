export { Actor, actorName } from "./actor";
export { EventSentence } from "./event";
