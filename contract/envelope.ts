import { z } from "zod";
import { Challenge } from "./abuse-protection";
import { apiErrors, type ErrorName } from "./errors";

/** The body of every error response (docs/interface.md, "Base URL, keys and envelope"). */
export const ErrorBody = z
  .object({
    success: z.literal(false),
    code: z.number().int().meta({ description: "The HTTP status." }),
    error: z
      .enum(Object.keys(apiErrors) as [ErrorName, ...ErrorName[]])
      .meta({ description: "The error name. It never changes, so write your code against it." }),
    message: z.string().meta({ description: "A human-readable message." }),
    time: z.number().int().meta({ description: "When the error happened, in milliseconds since 1970." }),
    requestId: z.string(),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "The messages for each invalid field, by its path. Only for `invalid_input`." }),
    challenge: Challenge.optional().meta({ description: "The challenge to solve. Only for `proof_required`." }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.output<typeof ErrorBody>;

/** Creates the body of an error response. */
export function errorBody(
  name: ErrorName,
  requestId: string,
  more: { message?: string; fields?: Record<string, string[]>; challenge?: Challenge } = {},
): ErrorBody {
  const { status, message } = apiErrors[name];
  return {
    success: false,
    code: status,
    error: name,
    message: more.message ?? message,
    time: Date.now(),
    requestId,
    ...(more.fields ? { fields: more.fields } : {}),
    ...(more.challenge ? { challenge: more.challenge } : {}),
  };
}
