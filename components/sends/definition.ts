import { deliveryStatusLabels } from "@/components/delivery-status";
import {
  booleanFilter,
  choiceFilter,
  customFilter,
  dateRangeFilter,
  defineList,
  searchFilter,
  textFilter,
} from "@/components/list/definition";
import { automaticEmailKinds, deliveryStatuses, savedEmailSkipReasons, sendKinds } from "@/contract/enums";
import { automaticEmailKindLabels, sendKindLabels } from "./labels";
import { savedSkipReasonLabels } from "./skip-reason-labels";

const status = choiceFilter("Status", deliveryStatuses, (value) => deliveryStatusLabels[value].label);
const email = textFilter("Lead", "lead");

/** The list of sends. */
export const sendsList = defineList("GET /sends", {
  filters: {
    kind: choiceFilter("Kind", sendKinds, (kind) => sendKindLabels[kind]),
    completed: booleanFilter("Progress", { yes: "Done", no: "In progress" }),
    failed: booleanFilter("Failures", { yes: "Some failed", no: "None failed" }),
    code: textFilter("Code", "code"),
    email,
    batch: { ...customFilter("Batch"), isLinked: true },
    since: dateRangeFilter(),
  },
  sorts: { created: "desc" },
});

/** The list of a send's emails. */
export const deliveriesList = defineList("GET /sends/:id/deliveries", { filters: { q: searchFilter("Search emails"), status } });

/** The list of automatic emails. */
export const messagesList = defineList("GET /messages", {
  filters: {
    kind: choiceFilter("Kind", automaticEmailKinds, (kind) => automaticEmailKindLabels[kind]),
    status,
    email,
    wave: { ...customFilter("Wave"), isLinked: true },
  },
});

/** The list of emails that were saved to files, and of those that weren't sent since. */
export const savedEmailsList = defineList("GET /deliveries/saved", {
  filters: {
    skipped: booleanFilter("State", { yes: "Skipped", no: "Saved to file" }),
    reason: choiceFilter("Reason", savedEmailSkipReasons, (reason) => savedSkipReasonLabels[reason]),
    email,
  },
});
