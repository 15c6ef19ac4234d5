export { FailedClaims } from "./failed-claims";
export { claimDetails } from "./labels";
export { useRevocation } from "./revocation";
