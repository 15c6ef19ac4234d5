import { z } from "zod";
import { CodeType } from "./codes";
import { eitherOf, endpoint, longBodyLimit, matching } from "./endpoint";
import { apiErrors, type ErrorName } from "./errors";
import { CodeText, count, Email, endsAfterStart, Instant } from "./fields";
import { leadFilters } from "./lead-filters";
import { maxClaims } from "./limits";
import { Recipients, skipReasons } from "./sends";

const tag = "Sends";

/** What personal codes are made of, for who is invited. */
export const Personal = z
  .strictObject({
    type: CodeType.optional(),
    allowedClaims: count(maxClaims).optional(),
    validFrom: Instant.optional(),
    validUntil: Instant.optional(),
  })
  .refine(...endsAfterStart);

/** What a send is warned of before anything leaves. */
export const sendWarnings = ["too_few_uses", "not_started", "ends_soon", "mail_not_connected", "mail_unreadable", "weak_codes"] as const;

const refusalNames = Object.keys(apiErrors) as [ErrorName, ...ErrorName[]];

export const PreviewReply = z.object({
  receivedLeads: z.number().int().meta({ description: "Addresses named, or leads that match." }),
  notifiedLeads: z
    .number()
    .int()
    .meta({ description: "How many would get mail, were it not refused; 0 where more match than one send takes." }),
  sample: z.array(z.string()).meta({ description: "The first of them, at most 20." }),
  skipped: z.array(z.object({ reason: z.enum(skipReasons), count: z.number().int(), sample: z.array(z.string()) })),
  refusal: z
    .object({ error: z.enum(refusalNames), message: z.string() })
    .nullable()
    .meta({ description: "Why it cannot be sent at all." }),
  warnings: z.array(z.object({ warning: z.enum(sendWarnings), message: z.string() })),
});
export type PreviewReply = z.output<typeof PreviewReply>;

export const previewSendEndpoint = endpoint({
  method: "POST",
  path: "/sends/preview",
  tag,
  summary: "Say who would get a send, who would not, and what is wrong with it",
  description: "Sends nothing. Takes either `code` or `personal`, for a new code for each; and either `emails` or a `filter` of leads.",
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z
    .strictObject({
      code: CodeText.optional(),
      personal: Personal.optional(),
      emails: Recipients.optional(),
      filter: matching(leadFilters).optional(),
    })
    .refine(...eitherOf("emails"))
    .refine((body) => (body.code === undefined) !== (body.personal === undefined), {
      path: ["code"],
      message: "name either `code` or `personal`, and not both",
    }),
  reply: PreviewReply,
  errors: [],
  example: {
    body: { code: "curious-pineapple", filter: { waitlist: true } },
    reply: {
      receivedLeads: 52,
      notifiedLeads: 50,
      sample: ["ada@example.org"],
      skipped: [{ reason: "already_claimed", count: 2, sample: ["grace@example.org"] }],
      refusal: null,
      warnings: [{ warning: "too_few_uses", message: "50 people get a code that 10 can still claim." }],
    },
  },
});

export const showMailEndpoint = endpoint({
  method: "GET",
  path: "/mail/preview",
  tag,
  summary: "Show the mail of a send as it will look",
  description:
    "An HTML page, to stand in a frame. With `code`, the mail with that code; without, the mail with a personal code, of which the text is made up.",
  access: ["viewer"],
  query: z.strictObject({
    code: CodeText.optional(),
    email: Email.optional().meta({ description: "The lead whose name it greets." }),
    type: CodeType.optional(),
    allowedClaims: z
      .string()
      .regex(/^[1-9]\d{0,9}$/, "must be a whole number from 1")
      .transform(Number)
      .optional()
      .meta({ override: { type: "integer", minimum: 1 } }),
    validFrom: Instant.optional(),
    validUntil: Instant.optional(),
    scheme: z
      .enum(["light", "dark"], "must be light or dark")
      .optional()
      .meta({ description: "How a mail program of that colouring shows it; left out, whichever the browser has." }),
  }),
  html: true,
  reply: z.string(),
  errors: ["code_not_found"],
  example: { query: { code: "curious-pineapple" }, reply: "<!doctype html>…" },
});
