import { z } from "zod";
import { CodeRecord, exampleCode } from "./codes";
import { endpoint } from "./endpoint";
import { apiErrors, type ErrorName } from "./errors";
import { CodeText, Email } from "./fields";

const tag = "Codes";

/** What a claim is checked against, in the order in which claiming does. */
export const codeRules = ["claims", "exists", "reservation", "pause", "end", "uses", "start"] as const;
export type CodeRule = (typeof codeRules)[number];

const refusalNames = Object.keys(apiErrors) as [ErrorName, ...ErrorName[]];

export const CheckReply = z.object({
  code: CodeRecord.nullable(),
  email: z.string(),
  claimable: z.boolean().meta({ description: "Whether claiming would be answered with a token at this moment." }),
  claimed: z.boolean().meta({ description: "This address has claimed it already: it gets a fresh token in any state of the code." }),
  refusal: z.enum(refusalNames).nullable().meta({ description: "What claiming would be refused with." }),
  publicRefusal: z.enum(refusalNames).nullable().meta({ description: "The same, as the public key is told." }),
  rules: z
    .array(z.object({ rule: z.enum(codeRules), passes: z.boolean(), says: z.string() }))
    .meta({ description: "Every rule in its order. Where the code does not exist, that one is the last." }),
});
export type CheckReply = z.output<typeof CheckReply>;

export const checkCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/check",
  tag,
  summary: "Say why an address can or cannot claim a code",
  description: "Changes nothing and uses nothing.",
  access: ["secret_key", "viewer"],
  body: z.strictObject({ code: CodeText, email: Email }),
  reply: CheckReply,
  errors: [],
  example: {
    body: { code: "curious-pineapple", email: "grace@example.org" },
    reply: {
      code: exampleCode,
      email: "grace@example.org",
      claimable: false,
      claimed: false,
      refusal: "code_reserved",
      publicRefusal: "code_not_found",
      rules: [
        { rule: "claims", passes: true, says: "Claims are not paused." },
        { rule: "exists", passes: true, says: "The code exists." },
        { rule: "reservation", passes: false, says: "It is reserved for ada@example.org." },
        { rule: "pause", passes: true, says: "It is not paused." },
        { rule: "end", passes: true, says: "It has no end." },
        { rule: "uses", passes: true, says: "1 of 1 uses is left." },
        { rule: "start", passes: true, says: "It can be claimed from the beginning." },
      ],
    },
  },
});
