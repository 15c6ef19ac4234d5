import type { TaskKind } from "@/contract/tasks";
import { deletingBatch } from "../batches/delete";
import { extendingBatch } from "../batches/extend";
import { codeWorks } from "../codes/act";
import { leadWorks } from "../leads/act";
import type { Work } from "./work";

const works = {
  ...codeWorks,
  ...leadWorks,
  "batch.extend": extendingBatch,
  "batch.delete": deletingBatch,
} satisfies Record<Exclude<TaskKind, "codes.generate">, unknown>;

/** How tasks of a kind are done; what such a task asks is what its kind takes, since only that writes it down. */
export const workOf = (kind: Exclude<TaskKind, "codes.generate">): Work => works[kind];
