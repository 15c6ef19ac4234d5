export { useLeadBulkActions } from "./bulk-actions";
