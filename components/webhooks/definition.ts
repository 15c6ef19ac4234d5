import { choiceFilter, defineList, textFilter } from "@/components/list/definition";
import { webhookDeliveryStatuses } from "@/contract/enums";
import { eventTypes } from "@/contract/event-types";
import { deliveryStatusLabels, eventGroups } from "./labels";

/** The list of a webhook's deliveries. */
export const webhookDeliveriesList = defineList("GET /webhooks/deliveries", {
  filters: {
    status: choiceFilter("Status", webhookDeliveryStatuses, (status) => deliveryStatusLabels[status].label),
    type: {
      ...choiceFilter("Event", eventTypes, (type) => type, "All events"),
      options: eventGroups.map(({ label, types }) => ({ group: label, options: types.map((value) => ({ value, label: value })) })),
    },
    email: textFilter("Lead", "lead"),
    code: textFilter("Code", "code"),
  },
});

/** The query of the first page of the deliveries about a lead or a code. */
export const deliveriesAboutParams = <About extends { email: string } | { code: string }>(about: About) =>
  ({ ...about, limit: "10", count: "capped" }) as const;
