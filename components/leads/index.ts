export { leadSourceLabels, sourceOptions } from "./labels";
export { LeadPicker } from "./picker";
