import { defineList } from "@/components/list/definition";
import type { CallInput } from "@/contract/call";

/** The list of waves. */
export const wavesList = defineList("GET /waves", { filters: {} });

/** Whom a wave invites: the filters of the waitlist when it was opened. */
export type WaveFilter = NonNullable<CallInput<"POST /waves/preview">["body"]["filter"]>;
