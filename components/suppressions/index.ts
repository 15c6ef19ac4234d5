export { reasonFilterOptions as suppressionReasonOptions } from "./labels";
export { SuppressedNotice } from "./suppressed-notice";
