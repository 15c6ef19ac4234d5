import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { JobHandler } from "../jobs/handler";
import { getQuestions } from "../projects/record";
import { itemsIn } from "../sql";
import { rowParser } from "./parse-row";
import { type ImportJobParams, readImport, readRows, rowItems } from "./rows";

async function listEmails({ db }: Context, statement: ReturnType<typeof sql>): Promise<Set<string>> {
  return new Set((await queryRows<{ email: string }>(db, statement)).map(({ email }) => email));
}

/** Reads each row with the mapping and saves what running the import would do with it. */
export const checkHandler: JobHandler<ImportJobParams> = {
  ...rowItems(sql`true`),
  async process(ctx, job, numbers) {
    const { db, projectId } = ctx;
    const { columns, settings } = await readImport(ctx, job);
    if (settings === null) throw new Error("The import has no settings");
    const parseRow = rowParser(columns, settings, await getQuestions(ctx));
    const rows = (await readRows(ctx, job, numbers)).map(({ row, cells }) => ({ row, ...parseRow(cells) }));
    const emails = itemsIn([...new Set(rows.flatMap(({ email }) => email ?? []))]);
    const importId = job.params.importId;
    const existing = await listEmails(ctx, sql`select email from leads where project_id = ${projectId} and email in ${emails}`);
    // Rows are checked in the order of the file, so the earlier ones have the emails of this check.
    const seen = await listEmails(
      ctx,
      sql`select distinct email from import_rows where project_id = ${projectId} and import_id = ${importId} and row < ${rows[0]?.row ?? 0}::int and email in ${emails}`,
    );
    const tally = { new: 0, existing: 0, duplicate: 0, invalid: 0 };
    const checked = rows.map((each) => {
      const { row, problem = null } = each;
      const email = each.email ?? null;
      const outcome = email === null ? "invalid" : seen.has(email) ? "duplicate" : existing.has(email) ? "existing" : "new";
      if (email !== null) seen.add(email);
      tally[outcome]++;
      return { row, email, problem, outcome, lead: "lead" in each && outcome !== "duplicate" ? each.lead : null };
    });
    await db.execute(
      sql`update import_rows r set email = c.email, lead = c.lead, outcome = c.outcome, problem = c.problem
        from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as c (row int, email text, lead jsonb, outcome text, problem jsonb)
        where r.project_id = ${projectId} and r.import_id = ${importId} and r.row = c.row`,
    );
    return { changed: tally.new + tally.existing, tally };
  },
  async finish({ db, projectId }, { params }, { tally }) {
    const counts = { new: 0, existing: 0, duplicate: 0, invalid: 0, ...tally };
    await db.execute(
      sql`update imports set status = 'checked', counts = ${JSON.stringify(counts)}::jsonb, updated_at = now() where project_id = ${projectId} and id = ${params.importId}`,
    );
  },
};
