// cspell:disable
import { suppressionReasons } from "@/contract/enums";
import type { ImportValueKind } from "@/contract/import-values";
import { ownProduct, type Preset } from "./preset";

const ownReasons = Object.fromEntries(suppressionReasons.map((reason): [string, ImportValueKind] => [reason, reason]));

/** The lists of people who must not be emailed, of known products. */
export const suppressionPresets: readonly Preset[] = [
  {
    product: "Amazon SES",
    headers: [["EmailAddress", "Reason", "LastUpdateTime"]],
    mapping: { Reason: "emailStatus", LastUpdateTime: "ignore" },
    suppressions: { mapping: { LastUpdateTime: "createdAt" } },
  },
  {
    product: "Brevo",
    headers: [["email", "reason", "blockedAt"]],
    mapping: { reason: "emailStatus", blockedAt: "ignore", senderEmail: "ignore" },
    values: {
      reason: {
        hardbounce: "bounced",
        contactflaggedasspam: "complained",
        adminblocked: "staff",
        unsubscribedviaemail: "unsubscribed",
        unsubscribedviama: "unsubscribed",
        unsubscribedviaapi: "unsubscribed",
      },
    },
    suppressions: { mapping: { blockedAt: "createdAt" } },
  },
  {
    product: ownProduct,
    headers: [
      ["Email", "Reason", "Note", "Lead", "Created"],
      ["email", "reason", "note", "isLead", "createdAt"],
    ],
    mapping: { Reason: "emailStatus", Lead: "ignore", isLead: "ignore", Created: "ignore", createdAt: "ignore" },
    values: { Reason: ownReasons },
    suppressions: { mapping: { Note: "notes", Created: "createdAt", createdAt: "createdAt" } },
  },
  {
    product: "Mailgun",
    headers: [["address", "code", "error", "created_at"]],
    mapping: { address: "email", created_at: "bounced" },
    suppressions: { mapping: { error: "notes", created_at: "createdAt" }, reason: "bounced" },
  },
  {
    product: "Mailgun",
    headers: [
      ["address", "tags", "created_at"],
      ["address", "tag", "created_at"],
    ],
    mapping: { address: "email", tags: "ignore", tag: "ignore", created_at: "unsubscribed" },
    suppressions: { mapping: { created_at: "createdAt" }, reason: "unsubscribed" },
  },
  {
    product: "Mailgun",
    headers: [
      ["value", "type", "createdAt"],
      ["address", "domain"],
    ],
    suppressions: {
      mapping: { value: "email", address: "email", reason: "notes", type: "ignore", createdAt: "createdAt", created_at: "createdAt" },
      isAllowlist: true,
    },
  },
  {
    product: "Mandrill",
    headers: [["email", "reason", "detail", "created_at", "expires_at"]],
    mapping: {
      reason: "emailStatus",
      detail: "ignore",
      created_at: "ignore",
      expires_at: "ignore",
      "expires_at (2)": "ignore",
      last_event_at: "ignore",
      subaccount: "ignore",
      expired: "ignore",
    },
    values: { reason: { unsub: "unsubscribed", custom: "staff" } },
    suppressions: { mapping: { detail: "notes", created_at: "createdAt", expired: "expires", expires_at: "expires" } },
  },
  {
    product: "Postmark",
    headers: [["EmailAddress", "SuppressionReason", "CreatedAt"]],
    mapping: { SuppressionReason: "emailStatus", Origin: "ignore" },
    values: { SuppressionReason: { manualsuppression: "unsubscribed" } },
    // Recipients suppress themselves by unsubscribing.
    reasonOf: (cell) =>
      cell("suppressionreason") === "manualsuppression" && ["customer", "admin"].includes(cell("origin")) ? "staff" : undefined,
    suppressions: { mapping: { CreatedAt: "createdAt" } },
  },
  {
    product: "Resend",
    headers: [["email", "origin", "source_id", "created_at"]],
    mapping: { origin: "emailStatus", created_at: "ignore" },
    values: { origin: { manual: "staff" } },
    suppressions: { mapping: { created_at: "createdAt" } },
  },
  {
    product: "SendGrid",
    headers: [["email", "reason", "status", "created"]],
    mapping: { created: "bounced", status: "ignore", reason: "ignore" },
    suppressions: { mapping: { created: "createdAt", reason: "notes" }, reason: "bounced" },
  },
  {
    product: "SendGrid",
    headers: [["email", "ip", "created"]],
    mapping: { created: "complained", ip: "ignore" },
    suppressions: { mapping: { created: "createdAt" }, reason: "complained" },
  },
  {
    product: "SparkPost",
    headers: [["recipient", "type", "source", "description"]],
    mapping: { recipient: "email", source: "emailStatus", type: "ignore", description: "ignore", created: "ignore", updated: "ignore" },
    values: {
      source: {
        "spam complaint": "complained",
        "list unsubscribe": "unsubscribed",
        "unsubscribe link": "unsubscribed",
        "bounce rule": "bounced",
        "manually added": "staff",
      },
    },
    suppressions: { mapping: { description: "notes", created: "createdAt" } },
  },
];
