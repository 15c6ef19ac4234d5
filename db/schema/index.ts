export * from "./access";
export * from "./claims";
export * from "./codes";
export * from "./leads";
export * from "./ledger";
export { inAscii } from "./search";
export * from "./sends";
export * from "./staff";
export * from "./tasks";
