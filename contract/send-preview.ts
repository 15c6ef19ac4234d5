import { z } from "zod";
import { CodeType } from "./codes";
import { endpoint, exactlyOneOf, filterInput, largeBodyLimit } from "./endpoint";
import { apiErrors, type ErrorName } from "./errors";
import { CodeText, Email, endsAfterStart, Instant, wholeNumber } from "./fields";
import { leadFilters } from "./lead-filters";
import { maxClaims } from "./limits";
import { RecipientEmails, skipReasons } from "./sends";

const tag = "Sends";

/** How the personal codes of an invitation are generated. */
export const PersonalCodeOptions = z
  .strictObject({
    type: CodeType.optional(),
    allowedClaims: wholeNumber(maxClaims).optional(),
    validFrom: Instant.optional(),
    validUntil: Instant.optional(),
  })
  .refine(...endsAfterStart);

export const sendWarnings = [
  "too_few_claims",
  "not_started",
  "ends_soon",
  "email_not_connected",
  "email_settings_unreadable",
  "weak_codes",
] as const;

const errorNames = Object.keys(apiErrors) as [ErrorName, ...ErrorName[]];

export const SendPreviewReply = z.object({
  receivedLeads: z.number().int().meta({ description: "Number of emails in the request, or of leads that match." }),
  notifiedLeads: z
    .number()
    .int()
    .meta({ description: "Number of leads who would get an email if there is no `error`. `0` if more leads match than one send allows." }),
  sample: z.array(z.string()).meta({ description: "The first recipients, at most 20." }),
  skipped: z.array(z.object({ reason: z.enum(skipReasons), count: z.number().int(), sample: z.array(z.string()) })),
  error: z
    .object({ error: z.enum(errorNames), message: z.string() })
    .nullable()
    .meta({ description: "The error that sending would return." }),
  warnings: z.array(z.object({ warning: z.enum(sendWarnings), message: z.string() })),
});
export type SendPreviewReply = z.output<typeof SendPreviewReply>;

export const previewSendEndpoint = endpoint({
  method: "POST",
  path: "/sends/preview",
  tag,
  summary: "Preview a send",
  description:
    "Returns who would get an email, who would be skipped, and warnings. Sends nothing. Takes either `code`, or `personal` for a new code per lead, and either `emails` or a `filter` of leads.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      code: CodeText.optional(),
      personal: PersonalCodeOptions.optional(),
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional(),
    })
    .refine(...exactlyOneOf("emails"))
    .refine((body) => (body.code === undefined) !== (body.personal === undefined), {
      path: ["code"],
      message: "use either `code` or `personal`, not both",
    }),
  reply: SendPreviewReply,
  errors: [],
  example: {
    body: { code: "curious-pineapple", filter: { waitlist: true } },
    reply: {
      receivedLeads: 52,
      notifiedLeads: 50,
      sample: ["ada@example.org"],
      skipped: [{ reason: "already_claimed", count: 2, sample: ["grace@example.org"] }],
      error: null,
      warnings: [{ warning: "too_few_claims", message: "Only 10 claims are left on this code, but there are 50 recipients." }],
    },
  },
});

export const previewSendEmailEndpoint = endpoint({
  method: "GET",
  path: "/sends/preview/email",
  tag,
  summary: "Preview the email of a send",
  description: "Returns an HTML page to show in a frame. Without `code`, the email contains a sample personal code.",
  access: ["viewer"],
  query: z.strictObject({
    code: CodeText.optional(),
    email: Email.optional().meta({ description: "The lead to greet by name." }),
    type: CodeType.optional(),
    allowedClaims: z
      .string()
      .regex(/^[1-9]\d{0,9}$/, "must be a whole number of at least 1")
      .transform(Number)
      .optional()
      .meta({ override: { type: "integer", minimum: 1 } }),
    validFrom: Instant.optional(),
    validUntil: Instant.optional(),
    scheme: z.enum(["light", "dark"], "must be light or dark").optional().meta({ description: "Color scheme. Default: the browser's." }),
  }),
  html: true,
  reply: z.string(),
  errors: ["code_not_found"],
  example: { query: { code: "curious-pineapple" }, reply: "<!doctype html>…" },
});
