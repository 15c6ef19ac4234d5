import type { RefusalName } from "@/contract/refusals";

/** Why a form was not taken: what the service says, the fields that are wrong, and from when it would be. */
export type Refused = { name: RefusalName; fields?: Record<string, string[]> | undefined; until?: string | undefined };
