import { z } from "zod";

/**
 * Where a lead or a claim came from: a page of ours, a page of the project's own that uses the public key, a program with the secret
 * key, staff in the dashboard, or a file that was imported.
 */
export const sources = ["page", "widget", "api", "staff", "import"] as const;
export const Source = z.enum(sources, `must be one of ${sources.join(", ")}`).meta({
  description:
    "`page`: the public pages. `widget`: the public key, from a page of the project's own. `api`: the secret key. `staff`: the dashboard. `import`: a file.",
});
export type Source = z.output<typeof Source>;
