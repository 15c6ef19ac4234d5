import { defineListUrl } from "@/components/list/list-url";
import type { CallInput } from "@/contract/call";

/** The list of waves has no filters. */
export const wavesUrlState = defineListUrl({ filters: {}, toFilterQuery: () => ({}) });

/** Whom a wave invites: the filters of the waitlist when it was opened. */
export type WaveFilter = NonNullable<CallInput<"POST /waves/preview">["body"]["filter"]>;
