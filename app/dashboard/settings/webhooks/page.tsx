import { WebhooksView } from "@/components/webhooks/list";
import { listWebhooksEndpoint } from "@/contract/webhooks";
import { listWebhooks } from "@/core/webhooks/record";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "Webhooks" };

export default queryPage(listWebhooksEndpoint, listWebhooks, WebhooksView);
