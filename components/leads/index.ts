export { SharedFilters, WaveFilter } from "./filters";
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
export { type LeadFilterQuery, sharedFilterParsers, toSharedFilterQuery } from "./url";
