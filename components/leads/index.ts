export { leadSourceLabel, leadSourceLabels, waitlistStatusLabels } from "./labels";
export { LeadPicker } from "./picker";
