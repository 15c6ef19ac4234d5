import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { type createViewEndpoint, maxViews, type SavedView, type updateViewEndpoint } from "@/contract/views";
import { violatedConstraint } from "@/db/query";
import { savedViews } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inSavepoint, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { isFilterByLeads } from "../metadata";
import { lockProject } from "../projects/record";

type ViewRow = typeof savedViews.$inferSelect;

const viewRecord = ({ id, list, name, filters, sort, columns, ...row }: ViewRow): SavedView => ({
  id,
  list,
  name,
  filters,
  sort,
  columns,
  createdAt: isoTimestamp(row.createdAt),
  updatedAt: isoTimestamp(row.updatedAt),
});

/** Lists the saved views of a project or of one list, by name. */
export async function listViews({ db, projectId }: Context, { list }: { list?: SavedView["list"] | undefined } = {}): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.projectId, projectId), list && eq(savedViews.list, list)))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id);
  return rows.map(viewRecord);
}

const isView = ({ projectId }: Context, id: string) => and(eq(savedViews.projectId, projectId), eq(savedViews.id, id));

const nameTaken = () => new ApiError("invalid_input", { fields: { name: ["is the name of another view of this list"] } });

const rejectTakenName = (error: unknown): never => {
  throw violatedConstraint(error) === "saved_views_name_key" ? nameTaken() : error;
};

/** Saves a view. Throws `invalid_input` if its name is taken, or if the list has too many views. */
export function createView(ctx: Context, input: z.output<typeof createViewEndpoint.body>): Promise<SavedView> {
  const { list, name, filters, sort = null, columns = null } = input;
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    // Others that save a view wait, so that together they don't exceed the limit.
    await lockProject(db, projectId);
    const existing = await listViews(inner, { list });
    if (existing.length >= maxViews)
      throw new ApiError("invalid_input", { fields: { list: [`has ${maxViews} views already. Delete one first.`] } });
    const id = newId();
    const view = { projectId, id, list, name, filters, sort, columns };
    const [row] = await inSavepoint(inner, (savepoint) => savepoint.insert(savedViews).values(view).returning()).catch(rejectTakenName);
    await recordEvent(inner, { kind: "view.created", data: { list, name } });
    if (!row) throw new ApiError("view_not_found");
    return viewRecord(row);
  });
}

/** Updates a view. Records no event if nothing changes. Throws `view_not_found`, `view_changed`, and `invalid_input` if the name is taken. */
export function updateView(
  ctx: Context,
  id: string,
  { expected = {}, ...changes }: z.output<typeof updateViewEndpoint.body>,
): Promise<SavedView> {
  return inTransaction(ctx, async (inner) => {
    const current = await lockView(inner, id);
    if (isOutdated(current, changes, expected)) throw new ApiError("view_changed");
    const { name, filters, sort, columns } = { ...current, ...changes };
    const next = { name, filters, sort, columns };
    if (isDeepStrictEqual({ ...current, ...next }, current)) return current;
    const [row] = await inSavepoint(inner, (savepoint) =>
      savepoint
        .update(savedViews)
        .set({ ...next, updatedAt: sql`now()` })
        .where(isView(inner, id))
        .returning(),
    ).catch(rejectTakenName);
    if (!row) throw new ApiError("view_not_found");
    await recordEvent(inner, {
      kind: "view.updated",
      data: { list: row.list, name, ...(name !== current.name && { previousName: current.name }) },
    });
    return viewRecord(row);
  });
}

/** Deletes a view. Throws `view_not_found`. */
export function deleteView(ctx: Context, id: string): Promise<SavedView> {
  return inTransaction(ctx, async (inner) => {
    const view = await lockView(inner, id);
    await inner.db.delete(savedViews).where(isView(inner, id));
    await recordEvent(inner, { kind: "view.deleted", data: { list: view.list, name: view.name } });
    return view;
  });
}

async function lockView(ctx: Context, id: string): Promise<SavedView> {
  const [row] = await ctx.db.select().from(savedViews).where(isView(ctx, id)).for("update");
  if (!row) throw new ApiError("view_not_found");
  return viewRecord(row);
}

/** Removes the filters by deleted leads from all views, in the caller's transaction. */
export function removeLeadsFromViews(ctx: Context, emails: readonly string[]): Promise<unknown> {
  const isByLeads = isFilterByLeads(ctx, emails, { list: sql`v.list`, key: sql`f.key`, value: sql`f.value` });
  return ctx.db.execute(
    sql`update saved_views v set updated_at = now(),
        filters = coalesce((select jsonb_object_agg(f.key, f.value) from jsonb_each_text(v.filters) as f where not ${isByLeads}), '{}')
      where v.project_id = ${ctx.projectId} and exists (select from jsonb_each_text(v.filters) as f where ${isByLeads})`,
  );
}
