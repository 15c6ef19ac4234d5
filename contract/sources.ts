import * as z from "zod";
import { sources } from "./enums";

export const Source = z.enum(sources, `must be one of ${sources.join(", ")}`).meta({
  description:
    "Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the secret key. `staff`: the dashboard. `import`: an imported file.",
});
export type Source = z.output<typeof Source>;
