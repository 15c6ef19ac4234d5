import { canonicalJson } from "@/lib/canonical-json";
import { ifExists } from "../api-error";
import type { Context } from "../context";
import { getImport } from "../imports/record";
import type { TruthCheck } from "./answer";

/** A checked file: it wasn't checked again with other settings. */
export const isImportChecked: TruthCheck<"POST /imports/:id/check"> = async (ctx, { params, data }) => {
  const current = await ifExists(getImport(ctx, params.id));
  return current !== null && current.status !== "uploaded" && canonicalJson(current.settings) === canonicalJson((await data()).settings);
};

/** An import that runs or ran: it wasn't paused, canceled or undone. */
export const isImportRun: TruthCheck<"POST /imports/:id/run"> = async (ctx, { params }) =>
  hasImportStatus(ctx, params.id, ["running", "completed", "failed"]);

/** A paused import: it doesn't run again, and wasn't canceled. */
export const isImportPaused: TruthCheck<"POST /imports/:id/pause"> = (ctx, { params }) => hasImportStatus(ctx, params.id, ["paused"]);

/** A canceled import: it doesn't run again. */
export const isImportCanceled: TruthCheck<"POST /imports/:id/cancel"> = (ctx, { params }) =>
  hasImportStatus(ctx, params.id, ["canceled", "undoing", "undone"]);

/** An import that is or was undone: undoing it wasn't canceled. */
export const isImportUndone: TruthCheck<"POST /imports/:id/undo"> = (ctx, { params }) =>
  hasImportStatus(ctx, params.id, ["undoing", "undone", "failed"]);

async function hasImportStatus(ctx: Context, id: string, statuses: readonly string[]): Promise<boolean> {
  const current = await ifExists(getImport(ctx, id));
  return current !== null && statuses.includes(current.status);
}
