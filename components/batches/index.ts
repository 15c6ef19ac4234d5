export { BatchFilter } from "./batch-filter";
export { BatchField, CodeSourceField, codeSources } from "./code-source";
export { batchLeftLabel, batchName, splitDomains } from "./labels";
export { RestrictionItems } from "./restrictions";
