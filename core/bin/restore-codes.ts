import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { binEntries } from "@/db/schema";
import { sumChangesByBatch, updateBatchCounts } from "../batches/update-counts";
import type { Context } from "../context";
import { recordLeadChanges } from "../events/record-changes";
import { recordEvents } from "../events/record-event";
import type { ChunkResult } from "../jobs/handler";
import { updateInvitations } from "../leads/update-invitations";
import { savingExternalIds } from "../metadata";
import { itemsIn, uuidsIn } from "../sql";
import { insertSaved, listKeysWithTakenId, type SavedId, savedIdColumns } from "./restore-rows";

type SavedCode = RowOf<typeof binEntries, "id" | "key" | "label"> & SavedId & { batch_id: string; allowed_claims: number };

/**
 * Restores codes with their claims in the caller's transaction, and removes them from the bin. Codes that exist again, or whose batch doesn't,
 * stay there. Claims of people who are no longer leads are left out, and external IDs that other codes have. The tally counts
 * all four.
 */
export async function restoreCodes(ctx: Context, entryIds: readonly string[]): Promise<ChunkResult> {
  const { db, projectId } = ctx;
  const saved = await queryRows<SavedCode>(
    db,
    sql`select e.id, e.key, e.label, e.row ->> 'batch_id' as batch_id, (e.row ->> 'allowed_claims')::int as allowed_claims, ${savedIdColumns("codes")} from bin_entries e
      where e.project_id = ${projectId} and e.id in ${uuidsIn(entryIds)} and e.kind = 'code' order by e.id for update`,
  );
  if (saved.length === 0) return { changed: 0 };
  const batches = await queryRows<{ id: string }>(
    db,
    sql`select id from batches where project_id = ${projectId} and id in ${uuidsIn(saved.map((code) => code.batch_id))} order by id for no key update`,
  );
  const batchIds = new Set(batches.map(({ id }) => id));
  const inBatch = saved.filter((code) => batchIds.has(code.batch_id));
  // Of the deletions of one code, the last one.
  const latest = [...new Map(inBatch.map((code) => [code.key, code])).values()];
  const withTakenId = listKeysWithTakenId(latest);
  const { insert, record } = insertSaved("codes", {
    claims: sql`0`,
    updated_at: sql`now()`,
    external_id: sql`case when r.key not in ${itemsIn(withTakenId)} then r.external_id end`,
  });
  const inserted = await savingExternalIds(
    queryRows<{ key: string }>(
      db,
      sql`${insert} from bin_entries s, ${record} where s.project_id = ${projectId} and s.id in ${uuidsIn(latest.map(({ id }) => id))}
        on conflict on constraint codes_pkey do nothing returning key`,
    ),
  );
  const keys = new Set(inserted.map(({ key }) => key));
  const restored = latest.filter(({ key }) => keys.has(key));
  const restoredIds = restored.map(({ id }) => id);
  const claims = await restoreClaims(ctx, restoredIds);
  await updateBatchCounts(
    ctx,
    sumChangesByBatch(restored, (code) => ({ codeCount: 1, totalAllowedClaims: code.allowed_claims })),
  );
  await updateInvitations(ctx, [...keys]);
  await db.execute(sql`delete from bin_entries where project_id = ${projectId} and id in ${uuidsIn(restoredIds)}`);
  await recordEvents(
    ctx,
    restored.map(({ key, label }) => ({
      kind: "code.restored",
      code: { key, text: label },
      data: { claims: claims.byCode.get(key) ?? 0 },
    })),
  );
  return {
    changed: restored.length,
    tally: {
      batchMissing: saved.length - inBatch.length,
      codeExists: inBatch.length - restored.length,
      leadMissing: claims.leadMissing,
      claimedAgain: claims.claimedAgain,
      externalIdTaken: withTakenId.filter((key) => keys.has(key)).length,
    },
  };
}

/** Restores the claims of codes that exist again, apart from those of people who are no longer leads. */
async function restoreClaims(
  ctx: Context,
  entryIds: readonly string[],
): Promise<{ byCode: Map<string, number>; leadMissing: number; claimedAgain: number }> {
  const { db, projectId } = ctx;
  const isSaved = sql`s.project_id = ${projectId} and s.entry_id in ${uuidsIn(entryIds)} and s.kind = 'claim'`;
  const [counts] = await queryRows<{ saved: number; of_leads: number; leads: string[] }>(
    db,
    sql`select (select count(*)::int from bin_rows s where ${isSaved}) as saved,
        (select count(*)::int from bin_rows s join leads l on l.project_id = s.project_id and l.email = s.email where ${isSaved}) as of_leads, coalesce(jsonb_agg(locked.email), '[]') as leads from (
        select l.email from leads l where l.project_id = ${projectId} and l.email in (select s.email from bin_rows s where ${isSaved})
        order by l.email for no key update) as locked`,
  );
  if (!counts || counts.leads.length === 0) return { byCode: new Map(), leadMissing: counts?.saved ?? 0, claimedAgain: 0 };
  const { insert, record } = insertSaved("claims");
  const rows = await queryRows<{ code_key: string; claims: number }>(
    db,
    sql`with restored as (
        ${insert} from bin_rows s, ${record} where ${isSaved} and s.email in ${itemsIn(counts.leads)}
        on conflict (project_id, batch_id, once_key) where once_key is not null do nothing returning code_key, email
      ), claimants as (
        update leads set has_claimed = true, updated_at = now() where project_id = ${projectId} and not has_claimed and email in (select email from restored)
      ), counted as (
        select code_key, count(*)::int as claims from restored group by code_key
      ), counted_codes as (
        update codes c set claims = counted.claims from counted where c.project_id = ${projectId} and c.key = counted.code_key
      )
      select code_key, claims from counted`,
  );
  await recordLeadChanges(ctx, counts.leads);
  const restored = rows.reduce((sum, row) => sum + row.claims, 0);
  return {
    byCode: new Map(rows.map((row) => [row.code_key, row.claims])),
    leadMissing: counts.saved - counts.of_leads,
    claimedAgain: counts.of_leads - restored,
  };
}
