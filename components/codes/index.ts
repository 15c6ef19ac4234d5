export { codeQuery } from "./api";
export { copyCodes, fetchMatchingCodes, maxCopiedCodes } from "./copy-codes";
export { codeCountLabel, codeStatusLabels, codeTypeLabels, lostAccessSentenceForMany, usageLabel } from "./labels";
export { ExtendDialog, PrintDialog } from "./lazy-dialogs";
export { Validity, ValidityItems } from "./validity";
