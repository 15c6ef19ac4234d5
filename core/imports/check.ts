import { type SQL, sql } from "drizzle-orm";
import { cutOffId } from "@/contract/import-questions";
import { queryRows } from "@/db/query";
import { suggestEmail } from "@/lib/suggest-email";
import { findSuspiciousEmails } from "../abuse-protection/hold-reason";
import type { Context } from "../context";
import type { JobHandler } from "../jobs/handler";
import { reasonsBySeverity } from "../leads/added-lead";
import { isReferralCode } from "../leads/record";
import { getProject, getQuestions } from "../projects/record";
import { itemsIn, jsonItems } from "../sql";
import { maxValueLength } from "../table-files/cells";
import { findCutOff } from "./column-summaries";
import { countOvertaken } from "./overtaken";
import { rowParser } from "./parse-row";
import type { ParsedRow, RowLead, RowSuppression } from "./row-lead";
import { type ImportJobParams, readImport, readRows, rowItems, savedJson, savedText, saveRows } from "./rows";

const noCounts = {
  new: 0,
  existing: 0,
  duplicate: 0,
  invalid: 0,
  suppressed: 0,
  omittedDates: 0,
  replacedReferralCodes: 0,
  missingReferrers: 0,
  warnings: 0,
  suspicious: 0,
  overtaken: 0,
  overtaking: 0,
  firstOvertaken: 0,
};

/** What a sign-up with such an email would be held for. */
const suspicions = {
  blocked: "is on the block list. A sign-up with it would be held for review",
  disposable: "belongs to a disposable email provider. A sign-up with it would be held for review",
} as const;

/** The more serious one of two suppressions. */
const moreSerious = (a: RowSuppression | undefined, b: RowSuppression): RowSuppression =>
  a === undefined || reasonsBySeverity.indexOf(b.reason) > reasonsBySeverity.indexOf(a.reason) ? b : a;

async function listEmails({ db }: Context, statement: ReturnType<typeof sql>): Promise<Set<string>> {
  return new Set((await queryRows<{ email: string }>(db, statement)).map(({ email }) => email));
}

const unreadableRow = (reason: string, [first = ""]: readonly string[]): ParsedRow => ({
  problem: { column: "Row", value: first.slice(0, maxValueLength).toWellFormed(), reason },
});

/** The row wasn't emptied by deleting its lead, also while it was checked. */
const isFilled = sql`r.cells <> '[]'`;

/** Reads each row with the mapping and saves what running the import would do with it. */
export const checkHandler: JobHandler<ImportJobParams> = {
  ...rowItems(sql`true`),
  async process(ctx, job, numbers) {
    const { projectId } = ctx;
    const { kind, columns, column_stats, settings, format, row_count: rowCount, header_row: headerRow } = await readImport(ctx, job);
    if (settings === null) throw new Error("The import has no settings");
    const parseRow = rowParser(columns, settings, await getQuestions(ctx), {
      kind,
      format,
      timeZone: (await getProject(ctx)).timeZone,
      columnStats: column_stats,
      rowCount,
      hasHeaders: headerRow !== 0,
    });
    const skippedRow = settings.answers[cutOffId] === "skip" ? findCutOff({ column_stats })?.row : undefined;
    const rows = (await readRows(ctx, job, numbers, ["row", "cells", "unreadable"])).map(({ row, cells, unreadable }) => {
      const problem = unreadable ?? (row === skippedRow ? "is the last one, and the file ends in the middle of it" : null);
      return { row, ...(problem === null ? parseRow(cells) : unreadableRow(problem, cells)) };
    });
    const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))];
    const importId = job.params.importId;
    const existing = await listEmails(
      ctx,
      sql`select email from ${kind === "leads" ? sql`leads` : sql`suppressions`} where project_id = ${projectId} and email in ${itemsIn(emails)}`,
    );
    // Rows are checked in the order of the file, so the earlier ones have the emails of this check. Looked up one by one, they are found by the
    // index on emails, also before there are statistics of the rows.
    const seen = await listEmails(
      ctx,
      sql`select item as email from ${jsonItems(emails)} cross join lateral (
          select from import_rows r where r.project_id = ${projectId} and r.email = item and r.import_id = ${importId}
            and r.row < ${rows[0]?.row ?? 0}::int and r.outcome <> 'invalid' limit 1
        ) as earlier`,
    );
    const takenCodes = await listTakenReferralCodes(ctx, rows);
    const suspicious = kind === "leads" ? await findSuspiciousEmails(ctx, emails) : new Map<string, never>();
    const emailColumn = columns.find((column) => settings.mapping[column] === "email") ?? "";
    const tally = { ...noCounts };
    const repeated = new Map<string, RowSuppression>();
    const checked = rows.map((each) => {
      const { row } = each;
      const email = each.email ?? null;
      const outcome = email === null ? "invalid" : seen.has(email) ? "duplicate" : existing.has(email) ? "existing" : "new";
      if (email !== null) seen.add(email);
      tally[outcome]++;
      if (each.lead?.omitsDate && outcome !== "duplicate") tally.omittedDates++;
      if (each.lead?.referralCode !== undefined && outcome === "new") {
        if (!takenCodes.has(each.lead.referralCode) && isReferralCode(each.lead.referralCode)) takenCodes.add(each.lead.referralCode);
        else {
          tally.replacedReferralCodes++;
          delete each.lead.referralCode;
        }
      }
      const suspicion = email === null || outcome === "duplicate" ? undefined : suspicious.get(email);
      const suggestion = email !== null && outcome === "new" && suspicion === undefined ? suggestEmail(email) : null;
      const doubt = suspicion ? suspicions[suspicion] : suggestion && `looks misspelled. Did you mean ${suggestion}?`;
      if (each.lead && doubt) {
        if (suspicion) tally.suspicious++;
        each.lead.warnings = [...(each.lead.warnings ?? []), { column: emailColumn, value: email ?? "", reason: doubt }];
      }
      const problem = each.problem ?? each.lead?.warnings?.[0] ?? null;
      if (each.lead?.warnings && outcome !== "duplicate") tally.warnings++;
      const suppression = each.lead?.suppression;
      if (suppression && outcome !== "duplicate" && kind === "leads") tally.suppressed++;
      if (email !== null && outcome === "duplicate" && suppression) repeated.set(email, moreSerious(repeated.get(email), suppression));
      return { row, email, problem, outcome, lead: (outcome !== "duplicate" && each.lead) || null };
    });
    await saveRows(
      ctx,
      job,
      checked,
      sql`email = coalesce(${savedText("email")}, r.email), lead = ${savedJson("lead")}, outcome = ${savedText("outcome")}, problem = ${savedJson("problem")}`,
      isFilled,
    );
    const suppressed = await suppressFirstRows(ctx, importId, repeated);
    if (kind === "leads") tally.suppressed += suppressed;
    return { changed: tally.new + tally.existing, tally };
  },
  async finish(ctx, job, { tally }) {
    const { db, projectId } = ctx;
    const { params } = job;
    const counts = { ...noCounts, ...tally, ...(await countOvertaken(ctx, job)) };
    await db.execute(
      sql`update imports set status = 'checked', counts = ${JSON.stringify(counts)}::jsonb, updated_at = now() where project_id = ${projectId} and id = ${params.importId}`,
    );
  },
};

/** The referral codes of rows that leads have already. */
async function listTakenReferralCodes({ db, projectId }: Context, rows: readonly { lead?: RowLead }[]): Promise<Set<string>> {
  const codes = rows.flatMap(({ lead }) => lead?.referralCode ?? []);
  if (codes.length === 0) return new Set();
  const taken = await queryRows<{ referral_code: string }>(
    db,
    sql`select referral_code from leads where project_id = ${projectId} and referral_code in ${itemsIn(codes)}`,
  );
  return new Set(taken.map(({ referral_code }) => referral_code));
}

/**
 * A person who unsubscribed in one of several rows isn't emailed, for the most serious reason of these rows. Returns how many of the rows to import
 * had no reason.
 */
async function suppressFirstRows(
  { db, projectId }: Context,
  importId: string,
  repeated: ReadonlyMap<string, RowSuppression>,
): Promise<number> {
  if (repeated.size === 0) return 0;
  const values = [...repeated].map(([email, suppression]) => ({ email, suppression }));
  const severity = (suppression: SQL) =>
    sql`coalesce(array_position(${`{${reasonsBySeverity.join(",")}}`}::text[], ${suppression} ->> 'reason'), 0)`;
  const changed = await queryRows<{ is_first: boolean }>(
    db,
    sql`update import_rows r set lead = r.lead || jsonb_build_object('suppression', v.suppression)
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, suppression jsonb)
      join import_rows b on b.project_id = ${projectId} and b.import_id = ${importId} and b.email = v.email and b.outcome in ('new', 'existing')
      where r.project_id = b.project_id and r.import_id = b.import_id and r.row = b.row
        and ${severity(sql`v.suppression`)} > ${severity(sql`(b.lead -> 'suppression')`)}
      returning b.lead -> 'suppression' is null as is_first`,
  );
  return changed.filter(({ is_first }) => is_first).length;
}
