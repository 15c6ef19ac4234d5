import * as z from "zod";
import { proofField, visitorField } from "./abuse-protection";
import { endpoint } from "./endpoint";
import { failedClaimErrors } from "./enums";
import { CodeText, Email, Timestamp, wholeNumber } from "./fields";
import { holdLimits } from "./limits";

const tag = "Claims";

const minutes = holdLimits.seconds / 60;

/** Who holds a code, and until when. */
export const HoldRecord = z.object({ email: z.string(), expiresAt: Timestamp }).meta({ id: "Hold" });
export type HoldRecord = z.output<typeof HoldRecord>;

export const holdCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/hold",
  tag,
  summary: "Hold a code",
  description: `Sets one use of a code aside for a person, so that no one else takes the last one between two steps of your sign-up. Claiming the code with the same email address uses the hold up; otherwise it ends after \`seconds\`. Holding the code again with the same email address extends the hold, and never shortens it. A hold needs what a claim needs and returns the same errors, \`code_held\` if other holds take all uses that are left. It doesn't create a lead. A code can have ${holdLimits.perCode.toLocaleString("en-US")} holds at the same time.`,
  access: ["secret_key", "member"],
  work: "customer",
  body: z.strictObject({
    code: CodeText,
    email: Email,
    seconds: wholeNumber(holdLimits.seconds)
      .optional()
      .meta({ description: `For how long, from now. At most ${minutes} minutes, which is the default.` }),
    ...proofField,
    ...visitorField,
  }),
  reply: z.object({
    code: z.string().meta({ description: "The code, as it's shown." }),
    email: z.string(),
    expiresAt: Timestamp.nullable().meta({ description: "When the hold ends. `null` if this person has already claimed the code." }),
    claimed: z.boolean().meta({
      description: "Whether this person has already claimed the code. They can claim it again at any time, so they need no hold.",
    }),
  }),
  errors: ["too_many_requests", "proof_required", ...failedClaimErrors, "too_many_holds"],
  attempt: "guess",
  isForForms: true,
  example: {
    body: { code: "curious-pineapple", email: "ada@example.org", seconds: 600 },
    reply: { code: "curious-pineapple", email: "ada@example.org", expiresAt: "2026-11-21T12:40:00.000Z", claimed: false },
  },
});

export const releaseHoldEndpoint = endpoint({
  method: "POST",
  path: "/codes/release-hold",
  tag,
  summary: "Release a hold",
  description:
    "Ends a hold early, so that others can claim the code. `released` is `false` if this person doesn't hold the code, such as after the hold ended.",
  access: ["secret_key", "member"],
  work: "customer",
  body: z.strictObject({ code: CodeText, email: Email }),
  reply: z.object({ code: z.string(), email: z.string(), released: z.boolean() }),
  errors: ["code_not_found"],
  example: {
    body: { code: "curious-pineapple", email: "ada@example.org" },
    reply: { code: "curious-pineapple", email: "ada@example.org", released: true },
  },
});
