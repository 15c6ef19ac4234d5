import { z } from "zod";
import { sources } from "./kinds";

export const Source = z.enum(sources, `must be one of ${sources.join(", ")}`).meta({
  description:
    "`page`: Gatehouse's public pages. `widget`: your own pages, with the public key. `api`: your server, with the secret key. `staff`: the dashboard. `import`: an imported file.",
});
export type Source = z.output<typeof Source>;
