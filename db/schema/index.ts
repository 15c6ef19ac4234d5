export * from "./access";
export * from "./claims";
export * from "./codes";
export * from "./leads";
export * from "./ledger";
export * from "./sends";
export * from "./staff";
export * from "./tasks";
