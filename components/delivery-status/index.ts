export { deliveryCountLabel, describeDeliveries, unsentStatuses } from "./describe";
export { deliveryStatusLabels } from "./labels";
