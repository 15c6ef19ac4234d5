import { z } from "zod";

/** One of the values. Other values get a message that lists them. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(", ")}`);
