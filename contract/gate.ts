import * as z from "zod";
import { endpoint } from "./endpoint";
import { Email, Id, oneOf } from "./fields";
import { Tag } from "./tags";

/** What can allow a person to sign up for an app. */
const gateProofs = ["claim", "tag", "invitation"] as const;
export type GateProof = (typeof gateProofs)[number];

/** Why a person can't sign up, in the order in which the reasons are checked. */
const gateReasons = [
  "email_blocked",
  "batch_not_found",
  "claim_not_verified",
  "held",
  "unconfirmed",
  "invitation_over",
  "claims_paused",
  "code_domain_not_allowed",
  "code_paused",
  "code_not_started",
  "batch_claimed",
  "waiting",
  "no_proof",
  "not_a_lead",
] as const;
export type GateReason = (typeof gateReasons)[number];

export const GateReply = z.object({
  allowed: z.boolean().meta({ description: "Whether the person may sign up." }),
  email: z.string().meta({ description: "The email address in the form that identifies a lead." }),
  by: z.enum(gateProofs).nullable().meta({ description: "What allows it: the first of `by` that applies. `null` if they can't sign up." }),
  code: z.string().nullable().meta({ description: "The code of the claim or the invitation. `null` otherwise." }),
  emailVerified: z.boolean().meta({
    description:
      "Whether someone claimed this code through a link that was emailed to this email address. It says nothing about the person who signs up, so verify that they own it.",
  }),
  reason: z.enum(gateReasons).nullable().meta({
    description:
      "Why they can't sign up, for developers. `claim_not_verified`: the email address has a claim, but not through an emailed link. `held`, `unconfirmed`: the sign-up in Gatehouse waits for review or for a confirmed email address. `invitation_over`: the invitation was declined, or its code has expired or was deleted. `claims_paused`, `code_domain_not_allowed`, `code_paused`, `code_not_started`, `batch_claimed`: the invited person can't claim their code now. `waiting`: they are on the waitlist. `no_proof`: the lead has nothing that is accepted. `null` if they can sign up.",
  }),
  message: z.string().nullable().meta({
    description:
      "What to show to the person who can't sign up. It's the same whether or not the email address is known. `null` if they can.",
  }),
});
export type GateReply = z.output<typeof GateReply>;

export const gateSignUpEndpoint = endpoint({
  method: "POST",
  path: "/claims/gate",
  tag: "Claims",
  summary: "Gate a sign-up",
  description:
    "Returns whether a person may sign up for your app: by a claim, a tag or an invitation of their email address. Changes nothing, and doesn't use up a code. Create an account only if `allowed` is `true`: not after an error, and not without an answer.",
  access: ["secret_key", "viewer"],
  isRead: true,
  work: "customer",
  body: z
    .strictObject({
      email: Email,
      by: z
        .array(oneOf(gateProofs))
        .min(1, "must have at least one of claim, tag and invitation")
        .max(gateProofs.length, `must have at most ${gateProofs.length} items`)
        .optional()
        .meta({
          description:
            "`claim`: they have claimed a code. `tag`: the lead has the tag `tag`, and isn't held or unconfirmed. `invitation`: the lead was sent a personal code that they have claimed, or can claim now, and isn't held or unconfirmed. One is enough. Defaults to `[\"claim\"]`.",
        }),
      tag: Tag.optional().meta({ description: "The tag. Required for `tag`, and only allowed with it." }),
      batch: Id.optional().meta({
        description: "Only claims and invitations with codes of the batch with this ID count. Not allowed if only a tag is accepted.",
      }),
      requireVerified: z.boolean().optional().meta({
        description:
          "Whether only claims through a link that was emailed to the email address count. Defaults to `true`. With `false`, so do those of people who only had the code, such as all that your server makes with the secret key.",
      }),
    })
    .refine(({ by = ["claim"], tag }) => by.includes("tag") === (tag !== undefined), {
      path: ["tag"],
      message: "must be set if `by` has `tag`, and only then",
    })
    .refine(({ by = ["claim"], batch }) => batch === undefined || by.some((proof) => proof !== "tag"), {
      path: ["batch"],
      message: "must not be set if `by` has only `tag`",
    }),
  reply: GateReply,
  errors: [],
  isForForms: true,
  example: {
    body: { email: "ada@example.org", by: ["claim", "invitation"] },
    reply: {
      allowed: true,
      email: "ada@example.org",
      by: "claim",
      code: "curious-pineapple",
      emailVerified: true,
      reason: null,
      message: null,
    },
  },
});
