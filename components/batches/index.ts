export { BatchFilter } from "./batch-filter";
export { batchName } from "./labels";
