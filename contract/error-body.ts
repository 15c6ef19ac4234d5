import * as z from "zod";
import { Challenge } from "./abuse-protection";
import { isRetryable } from "./customer-messages";
import { apiErrors, type ErrorName } from "./errors";
import { Timestamp } from "./fields";
import { SecondFactorName } from "./staff-fields";

/** What a program needs to know about an error, and a person mustn't have to read. */
const ErrorDetails = z
  .object({
    retryable: z.boolean().meta({
      description:
        "Whether the same request can succeed a little later, without a change. Send it again with the same `Idempotency-Key`, after `retryAfter` if there is one.",
    }),
    retryAfter: z.number().int().optional().meta({ description: "The seconds of the `Retry-After` header, if there is one." }),
    validFrom: Timestamp.nullable().optional().meta({
      description: "When the code can first be claimed. Only returned if the code exists, and the caller may know it.",
    }),
    validUntil: Timestamp.nullable().optional().meta({ description: "When the code expires. Returned together with `validFrom`." }),
    differences: z.array(z.string()).optional().meta({
      description:
        "With `lead_exists` of `POST /leads/create`: the fields you sent whose saved value is another one, such as `firstname` or `fields.company`. Empty if there are none.",
    }),
    onWaitlist: z.boolean().optional().meta({ description: "Whether the lead is on the waitlist. Returned together with `differences`." }),
    reason: z.string().optional().meta({
      description:
        "What is wrong, for developers. Only returned if `message` is for customers and doesn't say it. With `token_not_found`, it is `unknown`, `used` or `expired`.",
    }),
    usedAt: Timestamp.optional().meta({ description: "When the claim token was exchanged. Only returned with the `reason` `used`." }),
    expiredAt: Timestamp.optional().meta({ description: "When the claim token expired. Only returned with the `reason` `expired`." }),
    docs: z.string().meta({ description: "Where the error is documented, as a relative reference." }),
  })
  .meta({ id: "ErrorDetails" });
export type ErrorDetails = z.output<typeof ErrorDetails>;

/** The body of every error response (docs/interface.md, "Base URL, keys and envelope"). */
export const ErrorBody = z
  .object({
    success: z.literal(false),
    code: z.number().int().meta({ description: "The HTTP status." }),
    error: z
      .enum(Object.keys(apiErrors) as [ErrorName, ...ErrorName[]])
      .meta({ description: "The stable name of the error, which your code can rely on." }),
    message: z.string().meta({
      description:
        "A sentence for people, which can change. Forms can show it to customers if they claim a code, create a lead, exchange a token or check a code.",
    }),
    time: z.number().int().meta({ description: "When the error happened, in milliseconds since the Unix epoch." }),
    requestId: z.string().meta({ description: "The same as the `X-Request-Id` header." }),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "The messages for each invalid field, by its path. Only returned with `invalid_input`." }),
    secondFactors: z
      .array(SecondFactorName)
      .optional()
      .meta({ description: "How the sign-in can be confirmed. Only returned with `second_factor_required`." }),
    details: ErrorDetails,
    challenge: Challenge.optional().meta({ description: "The challenge to solve. Only returned with `proof_required`." }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.output<typeof ErrorBody>;

/** Creates the body of an error response. */
export function errorBody(
  name: ErrorName,
  requestId: string,
  more: {
    message?: string;
    time?: number;
    fields?: Record<string, string[]>;
    challenge?: Challenge;
    secondFactors?: SecondFactorName[];
    details?: Omit<ErrorDetails, "retryable" | "docs">;
  } = {},
): ErrorBody {
  const { status, message } = apiErrors[name];
  return {
    success: false,
    code: status,
    error: name,
    message: more.message ?? message,
    time: more.time ?? Date.now(),
    requestId,
    details: { retryable: isRetryable(name), ...more.details, docs: `/docs#${name}` },
    ...(more.fields ? { fields: more.fields } : {}),
    ...(more.secondFactors ? { secondFactors: more.secondFactors } : {}),
    ...(more.challenge ? { challenge: more.challenge } : {}),
  };
}
