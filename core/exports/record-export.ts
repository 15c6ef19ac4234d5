import { sql } from "drizzle-orm";
import type { ExportFormat } from "@/contract/enums";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import { isFilterByLeads } from "../metadata";
import type { ListResult } from "../pagination";

/** The parameters of a list that don't select rows. */
const otherParameters = ["limit", "cursor", "count", "format", "columns", "header", "sort", "order"];

/** The filters among the parameters of a list. */
export const filtersIn = (parameters: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parameters).filter(([name, value]) => value !== undefined && !otherParameters.includes(name)));

type RecordedExport = { list: string; format: ExportFormat; parameters: object; count: number };

/** Records that a list was exported as a file: which rows, and how many. `more` are further details. */
export const recordExport = (ctx: Context, { list, format, parameters, count }: RecordedExport, more: object = {}): Promise<void> =>
  recordEvent(ctx, { kind: "list.exported", data: { ...more, list, format, filter: filtersIn(parameters), count } });

/** Counts the rows of a list that is about to be exported. */
export async function countExported(list: ListResult<unknown>): Promise<number> {
  if ("page" in list) return list.page.length;
  if (list.count) return list.count();
  let rows = 0;
  for await (const chunk of list.readAll(() => null)) rows += chunk.length;
  return rows;
}

/** Removes the filters by deleted leads from the events of exports and prints, in the caller's transaction. */
export function removeLeadsFromExports(ctx: Context, emails: readonly string[]): Promise<unknown> {
  const filter = { list: sql`e.data ->> 'list'`, key: sql`f.key`, value: sql`f.value #>> '{}'` };
  const isByLeads = isFilterByLeads(ctx, emails, filter);
  return ctx.db.execute(
    sql`update events e set data = e.data || jsonb_build_object('filter',
        coalesce((select jsonb_object_agg(f.key, f.value) from jsonb_each(e.data -> 'filter') as f where not coalesce(${isByLeads}, false)), '{}'))
      where e.project_id = ${ctx.projectId} and e.kind in ('list.exported', 'codes.printed') and jsonb_typeof(e.data -> 'filter') = 'object'
        and exists (select from jsonb_each(e.data -> 'filter') as f where ${isByLeads})`,
  );
}
