export { leadsList, sharedFilters } from "./definition";
export { dialogLabels } from "./dialog-labels";
export { leadFilterControls, WaveFilter } from "./filters";
export {
  labels,
  leadSourceLabels,
  leadTotalLabel,
  waitlistStatusLabels,
} from "./labels";
export { LeadPicker } from "./picker";
export { sourceColumns } from "./source-columns";
