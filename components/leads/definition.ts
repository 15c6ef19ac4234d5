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
import { suppressionReasonLabels } from "@/components/suppressions";
import { deliveryStatuses, leadStatuses, messageKinds, sources, suppressionReasons, waitlistStatuses } from "@/contract/enums";
import { emailKindLabels, leadSourceLabels, leadStatusLabels, waitlistStatusLabels } from "./labels";

/** The filters that the lists of leads and the waitlist share. */
export const sharedFilters = {
  confirmed: booleanFilter("Email confirmed"),
  invited: booleanFilter("Invited"),
  claimed: booleanFilter("Claimed"),
  tag: customFilter("Tag"),
  sourceTag: textFilter("Source", "source"),
  referred: booleanFilter("Referred"),
  referredBy: { ...textFilter("Referred by", "lead"), isLinked: true },
  referralCode: textFilter("Referral code", "code"),
  minReferrals: choiceFilter("Referrals", ["1", "2", "3", "5", "10"], (referrals) => `At least ${referrals}`),
  field: customFilter("Answer"),
  externalId: textFilter("External ID", "externalId"),
  metadata: textFilter("Metadata", "metadata"),
  source: choiceFilter("Channel", sources, (source) => leadSourceLabels[source]),
  utm_source: textFilter("UTM source", "utm"),
  utm_medium: textFilter("UTM medium", "utm"),
  utm_campaign: textFilter("UTM campaign", "utm"),
  utm_term: textFilter("UTM term", "utm"),
  utm_content: textFilter("UTM content", "utm"),
  suppression: choiceFilter("Suppressed", suppressionReasons, (reason) => suppressionReasonLabels[reason]),
  sentCode: booleanFilter("Sent a code"),
  lastEmailKind: choiceFilter("Last email", messageKinds, (kind) => emailKindLabels[kind]),
  lastEmailStatus: choiceFilter("Last email status", deliveryStatuses, (status) => deliveryStatusLabels[status].label),
  emailedSince: dateRangeFilter("Last emailed", { from: "emailedFrom", to: "emailedTo", until: "emailedUntil" }),
  wave: { ...customFilter("Wave"), isLinked: true },
  import: { ...customFilter("Import"), isLinked: true },
  since: dateRangeFilter("Created"),
};

/** The list of leads. */
export const leadsList = defineList("GET /leads", {
  filters: {
    q: searchFilter("Search leads"),
    waitlist: booleanFilter("On the waitlist"),
    status: choiceFilter("Status", leadStatuses, (status) => leadStatusLabels[status]),
    waitlistStatus: choiceFilter("Waitlist status", waitlistStatuses, (status) => waitlistStatusLabels[status].label),
    ...sharedFilters,
  },
  sorts: { created: "desc", email: "asc" },
});

/** The query of the first page of a lead's timeline. */
export const timelinePageParams = { limit: "20", count: "capped" } as const;
