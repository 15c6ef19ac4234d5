import type { JobKind } from "@/contract/jobs";
import { deleteBatchHandler } from "../batches/delete";
import { extendBatchHandler } from "../batches/extend";
import { codeJobHandlers } from "../codes/bulk-update";
import { leadJobHandlers } from "../leads/bulk-actions";
import type { JobHandler } from "./handler";

const handlers = {
  ...codeJobHandlers,
  ...leadJobHandlers,
  "batch.extend": extendBatchHandler,
  "batch.delete": deleteBatchHandler,
} satisfies Record<Exclude<JobKind, "codes.generate">, unknown>;

/** Returns the handler for a kind of job. The stored parameters always match it, because only `startJob` writes them. */
export const getJobHandler = (kind: Exclude<JobKind, "codes.generate">): JobHandler => handlers[kind];
