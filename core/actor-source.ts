import type { Source } from "@/contract/sources";
import type { Actor } from "./context";

/** The source of leads and claims that an actor creates. */
export const actorSource = ({ kind }: Pick<Actor, "kind">): Source =>
  (({ staff: "staff", secret_key: "api", public_key: "widget", visitor: "page", system: "page" }) as const)[kind];
