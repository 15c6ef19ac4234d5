import type { BatchRecord } from "@/contract/batches";
import type { Span } from "@/contract/fields";
import type { BatchPreview } from "@/contract/send-preview";
import { plural } from "@/lib/plural";

/** Returns the name of a batch, or a placeholder if it has none. */
export const batchName = ({ name }: Pick<BatchRecord, "name">): string => name.trim() || "Unnamed batch";

/** Whether a batch has codes that can be sent one to each lead, and not a single code for several people, which is sent as a code. */
export const hasCodesToHandOut = ({ codeCount, totalAllowedClaims }: Pick<BatchRecord, "codeCount" | "totalAllowedClaims">): boolean =>
  codeCount > 1 || (codeCount === 1 && totalAllowedClaims === 1);

/** Says how many codes of a batch are left for a send: "18 of 20 codes left; 5 leads will get none", or that it is paused. */
export const batchLeftLabel = ({ codes, left, withoutCode, paused }: BatchPreview): string =>
  paused
    ? "This batch is paused. Resume it to send its codes."
    : `${left.toLocaleString("en")} of ${plural(codes, { one: "{n} code", other: "{n} codes" })} left${
        withoutCode === 0 ? "" : `; ${plural(withoutCode, { one: "{n} lead will get none", other: "{n} leads will get none" })}`
      }`;

/** Splits typed domains. */
export const splitDomains = (text: string): string[] => text.split(/[\s,;]+/).filter((domain) => domain !== "");

/** The copy of who can claim codes. */
export const restrictionLabels = {
  allowedDomains: "Allowed email domains",
  codesPerPerson: "Codes per person",
  perPerson: { email: "One for each email", mailbox: "One for each mailbox" },
} as const;

/** The copy of the batches pages. */
export const labels = {
  printing: "Printing codes and downloading prints",
  title: "Batches",
  generate: "Generate codes",
  emptyList: { title: "No batches yet", description: "Codes you generate together form a batch." },
  columns: {
    name: "Name",
    status: "Status",
    codes: "Codes",
    used: "Used",
    type: "Type",
    validity: "Validity",
    createdBy: "Created by",
    created: "Created",
  },

  status: { paused: "Paused", expired: "Expired", empty: "Empty", usedUp: "Used up", scheduled: "Scheduled", active: "Active" },

  filter: {
    label: "Batch",
    search: "Search batches",
    noResults: "No batches found",
    notFound: "Not found",
    loading: "…",
  },

  source: {
    label: "Codes",
    newCodes: "New codes",
    batch: "Codes of a batch",
    batchHint: "Each lead gets one that no one has. The codes keep their dates and uses.",
    choose: "Choose a batch",
    paused: "paused",
  },

  actions: {
    restricted: "Changing and sending this batch",
    send: "Send",
    extend: "Extend batch",
    more: "More actions",
    pause: "Pause batch",
    rename: "Rename",
    redemption: "Set where codes are redeemed",
    allowedDomains: "Set allowed email domains",
    resume: "Resume batch",
    delete: "Delete batch",
    copyAll: "Copy all codes",
    print: "Print",
    copyFailed: "Couldn't copy the codes",
  },

  details: {
    title: "Details",
    used: "Used",
    status: "Status",
    codes: "Codes",
    codesLeft: (left: string, generated: string) => `${left} of ${generated} left`,
    claims: "Claims",
    noClaims: "None yet",
    usesPerCode: "Uses per code",
    redemption: "Redeemed at",
    type: "Type",
    pattern: (pattern: string) => `Pattern ${pattern}`,
    created: "Created",
    createdBy: "{time} by {name}",
  },

  chart: {
    title: "Claims over time",
    label: "Claims of codes in this batch",
    series: "Claims",
    period: "Time period",
    periods: { "30": "30 days", "90": "90 days", all: "All time" } satisfies Record<Span, string>,
    noClaims: "No claims yet",
    noClaimsInPeriod: "No claims in this period",
  },
} as const;
