export { claimDetails } from "./labels";
export { RevokeClaim } from "./revoke-claim";
