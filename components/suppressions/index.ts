export { reasonFilterOptions as suppressionReasonOptions, reasonLabels as suppressionReasonLabels } from "./labels";
export { SuppressedNotice } from "./suppressed-notice";
