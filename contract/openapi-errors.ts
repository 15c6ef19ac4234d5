import * as z from "zod";
import { Challenge } from "./abuse-protection";
import { ErrorBody } from "./error-body";
import { apiErrors, type ErrorName } from "./errors";
import { SecondFactorName } from "./staff-fields";

/** Errors that always have a field which the others never have. */
const detailedErrors: Partial<Record<ErrorName, z.ZodObject>> = {
  invalid_input: ErrorBody.extend({
    error: z.literal("invalid_input"),
    fields: z.record(z.string(), z.array(z.string())).meta({ description: "The messages for each invalid field, by its path." }),
  }).meta({ id: "InvalidInputError" }),
  proof_required: ErrorBody.extend({
    error: z.literal("proof_required"),
    challenge: Challenge,
  }).meta({ id: "ProofRequiredError" }),
  second_factor_required: ErrorBody.extend({
    error: z.literal("second_factor_required"),
    secondFactors: z.array(SecondFactorName).meta({ description: "How the sign-in can be confirmed." }),
  }).meta({ id: "SecondFactorRequiredError" }),
};

/** The schema of a response that has one of these errors, which all have the same status. Its `error` is the union of their names. */
export function errorSchema(errors: readonly ErrorName[]) {
  const detailed = errors.flatMap((name) => detailedErrors[name] ?? []);
  const [first, ...others] = errors.filter((name) => !detailedErrors[name]);
  const named =
    first === undefined
      ? []
      : [z.intersection(ErrorBody, z.object({ code: z.literal(apiErrors[first].status), error: z.enum([first, ...others]) }))];
  const schemas = [...detailed, ...named];
  return schemas.length === 1 ? schemas[0] : z.union(schemas);
}
