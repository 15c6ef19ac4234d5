import { sql } from "drizzle-orm";
import type { ImportCounts } from "@/contract/imports";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { Job } from "../jobs/handler";
import { type ImportJobParams, readImport } from "./rows";

type Overtaken = Pick<ImportCounts, "overtaken" | "overtaking" | "firstOvertaken">;

/** Counts who waits now and will have new leads of a checked import ahead of them, because the import is ordered by dates. */
export async function countOvertaken(ctx: Context, job: Job<ImportJobParams>): Promise<Overtaken> {
  const { db, projectId } = ctx;
  const { kind, settings } = await readImport(ctx, job);
  const none = { overtaken: 0, overtaking: 0, firstOvertaken: 0 };
  if (kind !== "leads" || settings === null || settings.waitlist === "none" || settings.waitlistOrder === "end") return none;
  // As `joinsWaitlist` and `waitlistSortKey` decide.
  const [counts] = await queryRows<Overtaken>(
    db,
    sql`with joining as materialized (
        select extract(epoch from (r.lead ->> 'createdAt')::timestamptz) * 1000000 as key from import_rows r
        where r.project_id = ${projectId} and r.import_id = ${job.params.importId} and r.outcome = 'new' and r.lead ->> 'createdAt' is not null
          and r.lead -> 'position' is null and r.lead -> 'suppression' is null and coalesce(r.lead ->> 'leftWaitlist', 'false') = 'false'
          and coalesce(r.lead ->> 'isUnconfirmed', 'false') = 'false' and (${settings.waitlist === "all"} or r.lead ->> 'onWaitlist' = 'true')
      ), line as (
        select count(*) filter (where w.waitlist_sort_key > first.key)::int as overtaken, count(*)::int as waiting, max(w.waitlist_sort_key) as last_key
        from leads w, (select min(key) as key from joining) as first
        where w.project_id = ${projectId} and w.on_waitlist
      )
      select overtaken, (select count(*) from joining where key < line.last_key)::int as overtaking,
        case when overtaken > 0 then waiting - overtaken + 1 else 0 end as "firstOvertaken" from line`,
  );
  return counts ?? none;
}
