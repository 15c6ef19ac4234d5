import * as z from "zod";
import { Challenge } from "./abuse-protection";
import { apiErrors, type ErrorName } from "./errors";
import { SecondFactorName } from "./staff-fields";

/** The body of every error response (docs/interface.md, "Base URL, keys and envelope"). */
export const ErrorBody = z
  .object({
    success: z.literal(false),
    code: z.number().int().meta({ description: "The HTTP status." }),
    error: z
      .enum(Object.keys(apiErrors) as [ErrorName, ...ErrorName[]])
      .meta({ description: "The stable name of the error, which your code can rely on." }),
    message: z.string().meta({ description: "A human-readable message, which can change." }),
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
    ...(more.fields ? { fields: more.fields } : {}),
    ...(more.secondFactors ? { secondFactors: more.secondFactors } : {}),
    ...(more.challenge ? { challenge: more.challenge } : {}),
  };
}
