export {
  cachedLeads,
  claimedLeadCountQuery,
  type LeadFilterQuery,
  leadCountQuery,
  sharedFilterParsers,
  toSharedFilterQuery,
  useBulkUpdateLeads,
} from "./api";
export { bulkConsequences, deleteLeadsConsequence } from "./bulk-consequences";
export { LeadFlagFilter, MoreSharedFilters, UsualSharedFilters, WaveFilter } from "./filters";
export {
  bulkConfirmations,
  emailKindLabels,
  labels,
  leadSourceLabels,
  leadStatusLabels,
  leadTotalLabel,
  waitlistStatusLabels,
} from "./labels";
export { LeadPicker } from "./picker";
export { sourceColumns } from "./source-columns";
