export { reasonFilterOptions as suppressionReasonOptions, reasonLabels as suppressionReasonLabels } from "./reasons";
export { SuppressedNotice } from "./suppressed-notice";
