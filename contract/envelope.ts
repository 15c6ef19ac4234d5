import { z } from "zod";
import { apiErrors, type ErrorName } from "./errors";
import { Challenge } from "./protection";

/** The body of every refusal (decisions.md §1). `time` is epoch milliseconds; `fields` only for `invalid_input`. */
export const RefusalBody = z
  .object({
    success: z.literal(false),
    code: z.number().int().meta({ description: "The HTTP status." }),
    error: z.enum(Object.keys(apiErrors) as [ErrorName, ...ErrorName[]]).meta({ description: "The refusal's stable name." }),
    message: z.string().meta({ description: "A sentence for people." }),
    time: z.number().int().meta({ description: "Epoch milliseconds." }),
    requestId: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional().meta({ description: "What is wrong with which field." }),
    challenge: Challenge.optional().meta({ description: "What to solve, only for `proof_needed`." }),
  })
  .meta({ id: "Refusal" });
export type RefusalBody = z.output<typeof RefusalBody>;

/** Makes the body of a refusal. */
export function refusalBody(
  name: ErrorName,
  requestId: string,
  more: { message?: string; fields?: Record<string, string[]>; challenge?: Challenge } = {},
): RefusalBody {
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
