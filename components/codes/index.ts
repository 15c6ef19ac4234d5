export { codeQuery, codesQuery } from "./api";
export { copyCodes, fetchMatchingCodes, maxCopiedCodes } from "./copy-codes";
export { ExtendForm } from "./extend-form";
export { codeCountLabel, codeStatusLabels, codeTypeLabels, lostAccessSentenceForMany } from "./labels";
export { Validity } from "./validity";
