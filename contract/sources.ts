import { z } from "zod";
import { sources } from "./kinds";

export const Source = z.enum(sources, `must be one of ${sources.join(", ")}`).meta({
  description:
    "`page`: the public pages. `widget`: the public key, from a page of the project's own. `api`: the secret key. `staff`: the dashboard. `import`: a file.",
});
export type Source = z.output<typeof Source>;
