export {
  cachedLeads,
  claimedLeadCountQuery,
  type LeadFilterQuery,
  leadCountQuery,
  sharedFilterParsers,
  toSharedFilterQuery,
  useBulkUpdateLeads,
} from "./api";
export { LeadFlagFilter, MoreSharedFilters, UsualSharedFilters, WaveFilter } from "./filters";
export {
  bulkConfirmations,
  bulkConsequences,
  deleteLeadsConsequence,
  emailKindLabels,
  labels,
  leadSourceLabels,
  leadStatusLabels,
  leadTotalLabel,
  waitlistStatusLabels,
} from "./labels";
export { LeadPicker } from "./picker";
export { sourceColumns } from "./source-columns";
