export { codeQuery } from "./api";
export { copyCodes, fetchMatchingCodes, maxCopiedCodes } from "./copy-codes";
export { codeCountLabel, codeStatusLabels, codeTypeLabels, lostAccessSentenceForMany, usageLabel } from "./labels";
export { ExtendDialog } from "./lazy-extend-dialog";
export { Validity, ValidityItems } from "./validity";
