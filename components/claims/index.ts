export { claimSourceLabels } from "./labels";
export { RevokeClaim } from "./revoke-claim";
