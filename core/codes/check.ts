import { sql } from "drizzle-orm";
import type { CheckReply, CodeRule } from "@/contract/code-check";
import { rows } from "@/db/rows";
import { inZone, throughWords } from "@/lib/moments";
import { iso } from "@/lib/time";
import type { Context } from "../context";
import { pauseOf } from "../projects/pauses";
import { asPublic, type CodeFacts, rulesFor, whyNotClaimable } from "./rules";
import { type CodeRow, codeColumns, codeFacts, codeRecord, codesWithBatches } from "./wire";

type Row = CodeRow & { own_pause: boolean; batch_pause: boolean; claimed: boolean; zone: string };

/** Says by which rules an address can or cannot claim a code at this moment. Changes nothing; a code that does not exist is an answer too. */
export async function check(ctx: Context, { code: key, email }: { code: string; email: string }): Promise<CheckReply> {
  const { projectId } = ctx;
  const claims = pauseRule((await pauseOf(ctx, "claims")) === null);
  const [row] = await rows<Row>(
    ctx.db,
    sql`select ${codeColumns}, c.paused_at is not null as own_pause, b.paused_at is not null as batch_pause,
        (select time_zone from projects p where p.id = c.project_id) as zone,
        exists (select from claims k where k.project_id = c.project_id and k.code_key = c.key and k.email = ${email}) as claimed
      from ${codesWithBatches} where c.project_id = ${projectId} and c.key = ${key}`,
  );
  if (!row) {
    const rules = [claims, { rule: "exists" as const, passes: false, says: "There is no such code." }];
    const refusal = claims.passes ? "code_not_found" : "claims_paused";
    return { code: null, email, claimable: false, claimed: false, rules, refusal, publicRefusal: refusal };
  }
  const facts = codeFacts(row);
  const now = iso(row.now);
  // Whoever has claimed it is given a token again, whatever the rules say by now.
  const refusal = row.claimed ? null : claims.passes ? whyNotClaimable(facts, email, now) : "claims_paused";
  return {
    code: codeRecord(row),
    email,
    claimable: refusal === null,
    claimed: row.claimed,
    refusal,
    publicRefusal: asPublic(refusal),
    rules: [
      claims,
      ...rulesFor(facts, email, now).map((each) => ({ ...each, says: sentences[each.rule]({ ...each, row, facts, email }) })),
    ],
  };
}

/** Of the project, and so asked before any code is looked at. */
const pauseRule = (passes: boolean) => ({ rule: "claims" as const, passes, says: `Claims are ${passes ? "not " : ""}paused.` });

type Told = { passes: boolean; row: Row; facts: CodeFacts; email: string };

const sentences: Record<Exclude<CodeRule, "claims">, (told: Told) => string> = {
  exists: () => "The code exists.",
  reservation: ({ facts: { reservedFor }, email }) =>
    reservedFor === null
      ? "It is reserved for nobody."
      : `It is reserved for ${reservedFor.email === email ? "this address" : reservedFor.email}.`,
  pause: ({ row }) => {
    if (row.batch_pause) return row.own_pause ? "It is paused, and so is its whole batch." : "Its whole batch is paused.";
    return row.own_pause ? "It is paused." : "It is not paused.";
  },
  end: ({ passes, row: { zone }, facts: { validUntil } }) =>
    validUntil === null ? "It has no end." : `It ${passes ? "can" : "could"} be claimed ${throughWords(validUntil, zone)}.`,
  uses: ({ facts: { claims, allowedClaims } }) => {
    const left = Math.max(0, allowedClaims - claims);
    return `${left.toLocaleString("en")} of ${allowedClaims.toLocaleString("en")} uses ${left === 1 ? "is" : "are"} left.`;
  },
  start: ({ passes, row: { zone }, facts: { validFrom } }) => {
    if (validFrom === null) return "It can be claimed from the beginning.";
    return `It can be claimed ${passes ? "since" : "from"} ${inZone(new Date(validFrom), zone)}.`;
  },
};
