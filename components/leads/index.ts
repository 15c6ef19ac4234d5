export {
  cachedLeads,
  claimedLeadCountQuery,
  type LeadFilterQuery,
  leadCountQuery,
  sharedFilterParsers,
  useBulkUpdateLeads,
} from "./api";
export { SharedFilters } from "./filters";
export {
  bulkConfirmations,
  bulkConsequences,
  deleteLeadsConsequence,
  labels,
  leadSourceLabels,
  leadStatusLabels,
  leadTotalLabel,
  waitlistStatusLabels,
} from "./labels";
export { LeadPicker } from "./picker";
export { sourceColumns } from "./source-columns";
