import { type SQL, sql } from "drizzle-orm";
import type { WavePreviewReply } from "@/contract/waves";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { filterConditions, leadConditions } from "../leads/filter";
import { countWaiting } from "../leads/waitlist";
import { countRows, joinAnd } from "../sql";
import { cannotClaim, type choosePeople, hasSuppression, isAheadOf, isInLine, type WaveChoice } from "./chosen";

type SkipReason = WavePreviewReply["skipped"][number]["reason"];
type Chosen = Pick<Awaited<ReturnType<typeof choosePeople>>, "invited" | "last">;

/** Counts those whom a wave skips: in line ahead of the last one who is invited, or in the whole line if no one is, and those not in line. */
export async function countSkipped(
  ctx: Context,
  choice: WaveChoice,
  { invited, last }: Chosen,
): Promise<{ reason: SkipReason; count: number }[]> {
  const { db, projectId } = ctx;
  const { filter } = choice;
  const { confirmed, ...otherFilters } = filter;
  const ahead = last ? [isAheadOf(last)] : [];
  const waiting = last ? last.position - 1 : await countWaiting(ctx);
  const countNotInLine = (status: "unconfirmed" | "held") =>
    countRows(db, sql`leads l`, [...leadConditions(ctx, { status }), ...filterConditions(ctx, otherFilters, { indexed: true })]);
  const hasOtherFilters = filterConditions(ctx, otherFilters).length > 0;
  const [{ matching, suppressed, bounced, unable }, matchingOthers, unconfirmed, held] = await Promise.all([
    countMatching(ctx, choice, [...isInLine(projectId, filter), ...ahead]),
    confirmed === true && hasOtherFilters ? countRows(db, sql`leads l`, [...isInLine(projectId, otherFilters), ...ahead]) : waiting,
    countNotInLine("unconfirmed"),
    countNotInLine("held"),
  ]);
  const notConfirmed = confirmed === true ? matchingOthers - matching : 0;
  return [
    { reason: "suppressed", count: suppressed },
    { reason: "bounced", count: bounced },
    { reason: "cannot_claim", count: unable },
    { reason: "unconfirmed", count: notConfirmed + unconfirmed },
    { reason: "held", count: held },
    { reason: "no_match", count: waiting - matching - notConfirmed },
    { reason: "later", count: matching - suppressed - bounced - unable - Math.max(0, invited - 1) },
  ];
}

type MatchingCounts = { matching: number; suppressed: number; bounced: number; unable: number };

/** Counts the leads `l` that meet conditions, those of them with a suppression (`bounced`, or another one), and others who can't claim the codes. */
async function countMatching({ db, projectId }: Context, choice: WaveChoice, conditions: readonly SQL[]): Promise<MatchingCounts> {
  const isBounced = sql`exists (select from suppressions s where s.project_id = ${projectId} and s.email = line.email and s.reason = 'bounced')`;
  const [row] = await queryRows<MatchingCounts>(
    db,
    sql`select count(*)::int as matching, count(*) filter (where is_suppressed and not ${isBounced})::int as suppressed,
        count(*) filter (where is_suppressed and ${isBounced})::int as bounced,
        count(*) filter (where not is_suppressed and is_unable)::int as unable
      from (select l.email, ${hasSuppression(projectId)} as is_suppressed, ${cannotClaim(projectId, choice)} as is_unable from leads l where ${joinAnd(conditions)} offset 0) as line`,
  );
  return row ?? { matching: 0, suppressed: 0, bounced: 0, unable: 0 };
}
