export { FailedClaims } from "./failed-claims";
export { claimDetails } from "./labels";
export { RevokeClaim } from "./revoke-claim";
