export { sharedFilterParsers } from "./api";
export { SharedFilters } from "./filters";
export { leadSourceLabels, leadStatusLabels, waitlistStatusLabels } from "./labels";
export { LeadPicker } from "./picker";
export { type SelectionAction, SelectionDialogs, useSelectionAction } from "./selection";
