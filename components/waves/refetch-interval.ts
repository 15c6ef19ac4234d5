import { intervalForCounting, isQueueing } from "@/components/jobs";
import { pollUnlessLive } from "@/components/live";
import type { WaveRecord } from "@/contract/waves";

/** How often a wave is refetched while its people are invited, in milliseconds. */
const invitingInterval = 1500;

/** Returns when to refetch a wave. Less often if it invited many people, because the server counts all of them. */
export const waveRefetchInterval = ({ inviting, invited }: Pick<WaveRecord, "inviting" | "invited">): number | false =>
  isQueueing(inviting) && pollUnlessLive(Math.max(invitingInterval, intervalForCounting(invited)));
