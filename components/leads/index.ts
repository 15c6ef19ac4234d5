export { sharedFilters } from "./definition";
export { leadFilterControls, WaveFilter } from "./filters";
export {
  emailKindLabels,
  labels,
  leadSourceLabels,
  leadStatusLabels,
  leadTotalLabel,
  waitlistStatusLabels,
} from "./labels";
export { LeadPicker } from "./picker";
export { sourceColumns } from "./source-columns";
