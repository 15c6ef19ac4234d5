export { WebhookDeliveriesAbout } from "./related";
