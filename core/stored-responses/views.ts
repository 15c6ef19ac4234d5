import type { SavedView } from "@/contract/views";
import type { Context } from "../context";
import { listViews } from "../views/views";
import { hasSameFields, type TruthCheck } from "./answer";

const findView = async (ctx: Context, { id, list }: SavedView): Promise<SavedView | undefined> =>
  (await listViews(ctx, { list })).find((view) => view.id === id);

/** A saved view: it wasn't deleted. */
export const isViewCreated: TruthCheck<"POST /views"> = async (ctx, { data }) => (await findView(ctx, await data())) !== undefined;

/** A changed view: it has the same name, filters, sort order and columns. */
export const isViewUpdated: TruthCheck<"PATCH /views/:id"> = async (ctx, { body, data }) => {
  const stored = await data();
  const current = await findView(ctx, stored);
  return current !== undefined && hasSameFields(current, stored, body, ["name", "filters", "sort", "columns"]);
};
