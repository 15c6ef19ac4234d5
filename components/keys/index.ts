export { keysQuery } from "./api";
