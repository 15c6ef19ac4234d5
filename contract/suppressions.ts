import * as z from "zod";
import { endpoint, listQuery, Search, sortParams } from "./endpoint";
import { suppressionReasons } from "./enums";
import { type CsvExport, csvFormat } from "./export-columns";
import { Email, expectedValues, multilineText, oneOf, Timestamp } from "./fields";

const tag = "Suppressions";

export const SuppressionReason = oneOf(suppressionReasons).meta({
  description:
    "`unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they reported an email as spam. `staff`: a staff member added them.",
});

/** An email address that we never send to. */
export const SuppressionRecord = z
  .object({
    email: z.string(),
    reason: SuppressionReason,
    note: z.string().meta({ description: "Free-form notes about the suppression." }),
    isLead: z
      .boolean()
      .meta({ description: "Whether there's a lead with this email address. Suppressions are kept when the lead is deleted." }),
    createdAt: Timestamp,
  })
  .meta({ id: "Suppression" });
export type SuppressionRecord = z.output<typeof SuppressionRecord>;

const example: SuppressionRecord = {
  email: "ada@example.org",
  reason: "staff",
  note: "Asked us at the conference to stop.",
  isLead: true,
  createdAt: "2026-11-21T12:00:00.000Z",
};

const csv: CsvExport<SuppressionRecord> = {
  name: "suppressions",
  columns: {
    email: ["Email", ({ email }) => email],
    reason: ["Reason", ({ reason }) => reason],
    note: ["Note", ({ note }) => note],
    isLead: ["Lead", ({ isLead }) => isLead],
    createdAt: ["Created", ({ createdAt }) => createdAt],
  },
};

export const listSuppressionsEndpoint = endpoint({
  method: "GET",
  path: "/suppressions",
  tag,
  summary: "List suppressions",
  description: "Newest first by default.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({ description: "Only suppressions whose email address contains this text." }),
    email: Email.optional().meta({ description: "Only the suppression of this email address." }),
    reason: SuppressionReason.optional().meta({ description: "Only suppressions with this reason." }),
    ...sortParams(["created"]),
    ...csvFormat,
  }),
  csv,
  reply: z.array(SuppressionRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [example] },
});

const Note = multilineText(2000);
const params = z.strictObject({ email: Email });

export const addSuppressionEndpoint = endpoint({
  method: "POST",
  path: "/suppressions",
  tag,
  summary: "Add a suppression",
  description:
    "Stops all emails to this person, including queued ones. They don't have to be a lead. If they're already suppressed, updates the reason and the note that you send.",
  access: ["secret_key", "member"],
  body: z.strictObject({
    email: Email,
    reason: SuppressionReason.optional().meta({ description: "Defaults to `staff`." }),
    note: Note.optional(),
  }),
  reply: SuppressionRecord,
  errors: [],
  example: { body: { email: "ada@example.org", note: "Asked us at the conference to stop." }, reply: example },
});

export const updateSuppressionEndpoint = endpoint({
  method: "PATCH",
  path: "/suppressions/:email",
  tag,
  summary: "Update a suppression",
  description: "Fields you leave out don't change.",
  access: ["secret_key", "member"],
  params,
  body: z.strictObject({
    reason: SuppressionReason.optional(),
    note: Note.optional(),
    expected: expectedValues({ reason: SuppressionReason, note: z.string() }, "suppression_changed"),
  }),
  reply: SuppressionRecord,
  errors: ["suppression_not_found", "suppression_changed"],
  example: { params: { email: "ada@example.org" }, body: { reason: "bounced" }, reply: { ...example, reason: "bounced" } },
});

export const removeSuppressionEndpoint = endpoint({
  method: "DELETE",
  path: "/suppressions/:email",
  tag,
  summary: "Remove a suppression",
  description: "Gatehouse can email this person again. Emails that the suppression stopped aren't sent. Returns the removed suppression.",
  access: ["secret_key", "member"],
  params,
  reply: SuppressionRecord,
  errors: ["suppression_not_found"],
  example: { params: { email: "ada@example.org" }, reply: example },
});

export const undoSuppressionsEndpoint = endpoint({
  method: "POST",
  path: "/deliveries/undo-suppressions",
  tag,
  summary: "Undo suppressions after a pause",
  description:
    "After the mail server refused so many emails that email was paused, removes the suppressions of people who were refused for the same reason, from an hour before the pause on. Their invitations are open again, unless they were invited again, and their emails are sent when email isn't paused. Possible until 24 hours after the pause. Places that a wave has passed on stay passed on.",
  access: ["secret_key", "member"],
  isLong: true,
  reply: z.object({
    removed: z.number().int().meta({ description: "The number of suppressions that were removed." }),
    invitations: z.number().int().meta({ description: "The number of invitations that are open again." }),
    requeued: z.number().int().meta({ description: "The number of emails that are sent again." }),
  }),
  errors: [],
  example: { reply: { removed: 5, invitations: 2, requeued: 5 } },
});
