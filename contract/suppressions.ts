import { z } from "zod";
import { asCsv, type Csv, endpoint, listQuery, Search, sortedBy } from "./endpoint";
import { Email, lines, Timestamp } from "./fields";
import { suppressionReasons } from "./kinds";

const tag = "Suppressions";

const Reason = z
  .enum(suppressionReasons, `must be one of ${suppressionReasons.join(", ")}`)
  .meta({ description: "They asked for no mail, mail to them comes back, they called it spam, or staff put them there." });

/** An address that gets no mail, as the service answers it. */
export const SuppressionRecord = z
  .object({
    email: z.string(),
    reason: Reason,
    note: z.string(),
    isLead: z.boolean().meta({ description: "Whether there is a lead with that address: a suppression outlives its lead." }),
    createdAt: Timestamp,
  })
  .meta({ id: "Suppression" });
export type SuppressionRecord = z.output<typeof SuppressionRecord>;

const example: SuppressionRecord = {
  email: "ada@example.org",
  reason: "staff",
  note: "Asked for it at the fair.",
  isLead: true,
  createdAt: "2026-11-21T12:00:00.000Z",
};

const csv: Csv<SuppressionRecord> = {
  name: "suppressions",
  columns: {
    Address: ({ email }) => email,
    Reason: ({ reason }) => reason,
    Note: ({ note }) => note,
    Lead: ({ isLead }) => isLead,
    Since: ({ createdAt }) => createdAt,
  },
};

export const listSuppressionsEndpoint = endpoint({
  method: "GET",
  path: "/suppressions",
  tag,
  summary: "List the addresses that get no mail",
  description: "Newest first unless `order` says otherwise.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({ description: "Part of the address." }),
    email: Email.optional(),
    reason: Reason.optional(),
    ...sortedBy(["created"]),
    ...asCsv,
  }),
  csv,
  reply: z.array(SuppressionRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [example] },
});

const Note = lines(2000);

export const addSuppressionEndpoint = endpoint({
  method: "POST",
  path: "/suppressions/add",
  tag,
  summary: "Send an address no more mail",
  description:
    "It need not be a lead's. Mail that waits to be sent to it is not sent. Where the address is suppressed already, what is given of reason and note is changed.",
  access: ["secret_key", "member"],
  body: z.strictObject({
    email: Email,
    reason: Reason.optional().meta({ description: "Default `staff`." }),
    note: Note.optional(),
  }),
  reply: SuppressionRecord,
  errors: [],
  example: { body: { email: "ada@example.org", note: "Asked for it at the fair." }, reply: example },
});

export const changeSuppressionEndpoint = endpoint({
  method: "POST",
  path: "/suppressions/change",
  tag,
  summary: "Change why an address gets no mail",
  description: "What is not given stays.",
  access: ["secret_key", "member"],
  body: z.strictObject({ email: Email, reason: Reason.optional(), note: Note.optional() }),
  reply: SuppressionRecord,
  errors: ["suppression_not_found"],
  example: { body: { email: "ada@example.org", reason: "bounced" }, reply: { ...example, reason: "bounced" } },
});

export const removeSuppressionEndpoint = endpoint({
  method: "POST",
  path: "/suppressions/remove",
  tag,
  summary: "Let an address get mail again",
  description: "Answers what the suppression was. Mail that was held back by it is not sent after all.",
  access: ["secret_key", "member"],
  body: z.strictObject({ email: Email }),
  reply: SuppressionRecord,
  errors: ["suppression_not_found"],
  example: { body: { email: "ada@example.org" }, reply: example },
});
