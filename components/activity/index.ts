export { Actor, actorName, EventSentence } from "./event";
