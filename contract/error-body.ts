import * as z from "zod";
import { Challenge } from "./abuse-protection";
import { apiErrors, type ErrorName } from "./errors";
import { Timestamp } from "./fields";
import { SecondFactorName } from "./staff-fields";

/** For what only the developer of a form can fix. */
const brokenForm = "This form isn't set up correctly. Let the site owner know.";

/**
 * What customers read instead of a message for developers and staff, or of one that tells what they mustn't know, such as whether a code or an
 * email address exists.
 */
const customerMessages: Partial<Record<ErrorName, string>> = {
  invalid_json: "We couldn't read this form. Try again.",
  invalid_input: "Check your details and try again.",
  secret_key_required: brokenForm,
  scope_required: brokenForm,
  session_required: brokenForm,
  secret_key_in_browser: brokenForm,
  role_required: brokenForm,
  cross_site: brokenForm,
  origin_not_allowed: brokenForm,
  method_not_allowed: brokenForm,
  encoding_not_supported: brokenForm,
  body_too_large: "Your input is too long. Shorten it and try again.",
  proof_required: "Too many attempts. Try again later.",
  code_reserved: "This code doesn't exist.",
  lead_exists: "Thank you. We have your email address.",
  too_many_holds: "Many people are signing up with this code right now. Try again in a few minutes.",
  referral_code_not_found: "This referral code doesn't exist.",
  token_not_found: "This link has expired or was already used. Claim your code once more to continue.",
  idempotency_mismatch: brokenForm,
  idempotency_in_flight: "We're still working on it. Try again in a moment.",
  idempotency_erased: "This was finished before, and doesn't count anymore.",
  internal: "Something went wrong on our end. Try again.",
  unavailable: "Temporarily unavailable. Try again in a few minutes.",
  not_ready: "Temporarily unavailable. Try again in a few minutes.",
};

const retryableErrors: ReadonlySet<string> = new Set<ErrorName>([
  "too_many_requests",
  "proof_required",
  "code_held",
  "too_many_holds",
  "deletion_in_progress",
  "print_not_ready",
  "export_not_ready",
  "idempotency_in_flight",
  "internal",
  "unavailable",
  "not_ready",
]);

/** Returns whether the same request can succeed a little later, without a change. `details.retryable` says so. */
export const isRetryable = (name: string): boolean => retryableErrors.has(name);

/** What customers read about invalid fields, the first that applies. */
const fieldMessages = {
  email: "Enter a valid email address.",
  code: "Enter a valid code.",
  consent: "Agree to the terms to continue.",
} as const;

/** Returns the message of an error for a customer: a sentence that can be shown in any form. */
export function customerMessage(name: ErrorName, message: string, fields: Readonly<Record<string, unknown>> = {}): string {
  const invalid = (Object.keys(fieldMessages) as (keyof typeof fieldMessages)[]).find((field) => field in fields);
  if (name === "invalid_input" && invalid) return fieldMessages[invalid];
  return customerMessages[name] ?? message;
}

/** The maximum number of fields in an `invalid_input` error. */
const maxFields = 100;

/** Returns the messages of a schema's issues for each field path. `root` is the path of the whole value. */
export function issueFields(issues: readonly z.core.$ZodIssue[], root = "body"): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of issues.slice(0, maxFields)) {
    const names = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const message = issue.code === "unrecognized_keys" ? "is not a valid field" : issue.message;
    for (const name of names.slice(0, maxFields)) {
      const path = name.join(".") || root;
      fields[path] = [...(fields[path] ?? []), message];
    }
  }
  return fields;
}

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
    scope: z.string().optional().meta({ description: "The scope that the key needs. Only returned with `scope_required`." }),
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
        "A sentence for people, which can change. Forms can show it to customers if they claim or hold a code, create a lead, exchange a token, check a code or gate a sign-up.",
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
