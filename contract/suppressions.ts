import { z } from "zod";
import { type CsvExport, csvFormat, endpoint, listQuery, Search, sortParams } from "./endpoint";
import { Email, multilineText, Timestamp } from "./fields";
import { suppressionReasons } from "./kinds";

const tag = "Suppressions";

const Reason = z.enum(suppressionReasons, `must be one of ${suppressionReasons.join(", ")}`).meta({
  description:
    "`unsubscribed`: they unsubscribed. `bounced`: email to them bounces. `complained`: they reported email as spam. `staff`: added by staff.",
});

/** An email that we never send to. */
export const SuppressionRecord = z
  .object({
    email: z.string(),
    reason: Reason,
    note: z.string(),
    isLead: z.boolean().meta({ description: "Whether a lead with this email exists. A suppression outlives its lead." }),
    createdAt: Timestamp,
  })
  .meta({ id: "Suppression" });
export type SuppressionRecord = z.output<typeof SuppressionRecord>;

const example: SuppressionRecord = {
  email: "ada@example.org",
  reason: "staff",
  note: "Asked for it at the conference.",
  isLead: true,
  createdAt: "2026-11-21T12:00:00.000Z",
};

const csv: CsvExport<SuppressionRecord> = {
  name: "suppressions",
  columns: {
    Email: ({ email }) => email,
    Reason: ({ reason }) => reason,
    Note: ({ note }) => note,
    Lead: ({ isLead }) => isLead,
    Created: ({ createdAt }) => createdAt,
  },
};

export const listSuppressionsEndpoint = endpoint({
  method: "GET",
  path: "/suppressions",
  tag,
  summary: "List suppressions",
  description: "We never email these people. Newest first, unless `order` says otherwise.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({ description: "Part of the email." }),
    email: Email.optional(),
    reason: Reason.optional(),
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
    "Stops all email to this person, including email that is queued. They don't have to be a lead. If they are suppressed already, updates the reason and the note you send.",
  access: ["secret_key", "member"],
  body: z.strictObject({
    email: Email,
    reason: Reason.optional().meta({ description: "Default `staff`." }),
    note: Note.optional(),
  }),
  reply: SuppressionRecord,
  errors: [],
  example: { body: { email: "ada@example.org", note: "Asked for it at the conference." }, reply: example },
});

export const updateSuppressionEndpoint = endpoint({
  method: "PATCH",
  path: "/suppressions/:email",
  tag,
  summary: "Update a suppression",
  description: "Fields you leave out don't change.",
  access: ["secret_key", "member"],
  params,
  body: z.strictObject({ reason: Reason.optional(), note: Note.optional() }),
  reply: SuppressionRecord,
  errors: ["suppression_not_found"],
  example: { params: { email: "ada@example.org" }, body: { reason: "bounced" }, reply: { ...example, reason: "bounced" } },
});

export const removeSuppressionEndpoint = endpoint({
  method: "DELETE",
  path: "/suppressions/:email",
  tag,
  summary: "Remove a suppression",
  description: "Returns the removed suppression. Email that it stopped isn't sent later.",
  access: ["secret_key", "member"],
  params,
  reply: SuppressionRecord,
  errors: ["suppression_not_found"],
  example: { params: { email: "ada@example.org" }, reply: example },
});
