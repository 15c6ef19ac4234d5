import { lazyDialog } from "@/components/ui/lazy";

export { copyCodes, fetchMatchingCodes, maxCopiedCodes } from "./copy-codes";
export { codeCountLabel, codeStatusLabels, codeTypeLabels, lostAccessSentenceForMany, usageLabel } from "./labels";
export { Validity, ValidityItems } from "./validity";

// Pages load all that this file exports, but the dialogs only when they open.

/** The dialog that extends codes, for other features. */
export const ExtendDialog = lazyDialog(() => import("./extend-dialog").then((dialog) => dialog.ExtendDialog));

/** The dialog that prints codes. */
export const PrintDialog = lazyDialog(() => import("./print-dialog").then((dialog) => dialog.PrintDialog));
