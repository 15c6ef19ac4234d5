import { actorName } from "@/components/activity/actor";
import type { BatchRecord } from "@/contract/batches";

/** What a batch is called; some have no name. */
export const batchName = ({ name }: Pick<BatchRecord, "name">): string => name.trim() || "Unnamed batch";

/** Who made a batch. */
export const batchCreatorName = ({ createdBy }: Pick<BatchRecord, "createdBy">): string | null =>
  createdBy === null ? null : actorName({ ...createdBy, id: null });
