export { deliveryCountLabel, describeDeliveries, unsentStatuses } from "./describe";
export { deliveryStatusLabels, savedSkipReasonLabels } from "./labels";
