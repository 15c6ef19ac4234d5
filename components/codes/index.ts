export { codeQuery, codesQuery } from "./api";
export { copyCodes, fetchMatchingCodes, maxCopiedCodes } from "./copy-codes";
export { ExtendDialog } from "./extend-dialog";
export { codeCountLabel, codeStatusLabels, codeTypeLabels, lostAccessSentenceForMany } from "./labels";
export { Validity } from "./validity";
