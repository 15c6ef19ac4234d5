import * as z from "zod";
import { CodeRecord, exampleCode } from "./codes";
import { endpoint } from "./endpoint";
import { apiErrors, type ErrorName } from "./errors";
import { CodeText, Email } from "./fields";

const tag = "Codes";

/** The rules of a claim, in the order in which they are checked. */
export const codeRules = ["claims", "block_list", "exists", "reservation", "pause", "end", "uses", "start"] as const;
export type CodeRule = (typeof codeRules)[number];

const errorNames = Object.keys(apiErrors) as [ErrorName, ...ErrorName[]];

export const CheckReply = z.object({
  code: CodeRecord.nullable().meta({ description: "`null` if the code doesn't exist." }),
  email: z.string(),
  claimable: z.boolean().meta({ description: "Whether a claim would succeed right now." }),
  claimed: z
    .boolean()
    .meta({ description: "Whether this person has already claimed the code. If so, claiming it again returns a new claim token." }),
  error: z
    .enum(errorNames)
    .nullable()
    .meta({ description: "The error that a claim with the secret key would return. `null` if the claim would succeed." }),
  publicError: z
    .enum(errorNames)
    .nullable()
    .meta({ description: "The error that a claim with the public key would return. `null` if the claim would succeed." }),
  message: z.string().nullable().meta({
    description:
      "Why this person can't claim the code, for them to read. `null` if they can. Not what they mustn't know, such as for whom it's reserved.",
  }),
  rules: z.array(z.object({ rule: z.enum(codeRules), passes: z.boolean(), message: z.string() })).meta({
    description:
      "The rules of a claim, for staff and developers, in the order in which they're checked. If the code doesn't exist, the list ends with that rule.",
  }),
});
export type CheckReply = z.output<typeof CheckReply>;

export const checkCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/check",
  tag,
  summary: "Check a code",
  description: "Returns whether a person can claim the code, and why not if they can't. Doesn't claim the code.",
  access: ["secret_key", "viewer"],
  isRead: true,
  body: z.strictObject({ code: CodeText, email: Email }),
  reply: CheckReply,
  errors: [],
  isForForms: true,
  example: {
    body: { code: "curious-pineapple", email: "grace@example.org" },
    reply: {
      code: exampleCode,
      email: "grace@example.org",
      claimable: false,
      claimed: false,
      error: "code_reserved",
      publicError: "code_not_found",
      message: "This code doesn't exist.",
      rules: [
        { rule: "claims", passes: true, message: "Claims aren't paused." },
        { rule: "block_list", passes: true, message: "The email isn't on the block list." },
        { rule: "exists", passes: true, message: "The code exists." },
        { rule: "reservation", passes: false, message: "It's reserved for someone else." },
        { rule: "pause", passes: true, message: "It isn't paused." },
        { rule: "end", passes: true, message: "It never expires." },
        { rule: "uses", passes: true, message: "1 of 1 claims left." },
        { rule: "start", passes: true, message: "It has no start date." },
      ],
    },
  },
});
