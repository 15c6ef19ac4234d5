import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, aProject, countsOf, inSeconds } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aWorld } from "@/tests/harness/world";
import { claimCode } from "../codes/claim";
import { generateCodes } from "../codes/generate";
import { getCode } from "../codes/get";
import { sendCode } from "../codes/send";
import { createLead } from "./create";
import { deleteLead } from "./delete";
import { getLead } from "./get";
import { inviteLeads } from "./invite";

const world = await aWorld();
const { ctx, publicCtx, db } = world;

/** The columns of any table of ours or the queue's in which `text` stands. The stored answers of retried writes are excepted: they go within a day. */
async function tracesOf(text: string): Promise<string[]> {
  const columns = await rows<{ table: string; column: string }>(
    db,
    sql`select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss') and table_name not like 'idempotent_answer%'
        and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'bytea')`,
  );
  const traces: string[] = [];
  for (const { table, column } of columns) {
    const [row] = await rows<{ found: number }>(
      db,
      sql`select count(*)::int as found from ${sql.raw(table)} where strpos(lower(${sql.raw(column)}::text), ${text}) > 0`,
    );
    if (row && row.found > 0) traces.push(`${table}.${column}`);
  }
  return traces;
}

describe("deleting a lead", () => {
  test("answers what the lead was, and the lead is gone", async () => {
    const email = await aLead(ctx, { firstname: "Ada", notes: "met in Turin" });
    const before = await getLead(ctx, email);
    expect(await deleteLead(ctx, email)).toEqual(before);
    expect(await refused(getLead(ctx, email))).toBe("lead_not_found");
    expect(await refused(deleteLead(ctx, email))).toBe("lead_not_found");
  });

  test("gives every code they claimed its use back", async () => {
    const email = anAddress();
    const codes = await Promise.all([aCode(ctx), aCode(ctx, { allowedClaims: 3 })]);
    for (const code of codes) await claimCode(ctx, { code: normalizeCode(code), email });
    expect(await getCode(ctx, normalizeCode(codes[0] ?? ""))).toMatchObject({ status: "exhausted" });
    await deleteLead(ctx, email);
    for (const code of codes) {
      expect(await countsOf(ctx, code)).toEqual({ counter: 0, claims: 0 });
      expect(await getCode(ctx, normalizeCode(code))).toMatchObject({ status: "active" });
    }
    expect(await claimCode(ctx, { code: normalizeCode(codes[0] ?? ""), email: anAddress() })).toHaveProperty("token");
  });

  test("leaves other people's claims of the same code alone", async () => {
    const [ada, grace] = [anAddress(), anAddress()];
    const code = await aCode(ctx, { allowedClaims: 2, claimedBy: [ada, grace] });
    await deleteLead(ctx, ada);
    expect(await countsOf(ctx, code)).toEqual({ counter: 1, claims: 1 });
    expect(await getLead(ctx, grace)).toMatchObject({ hasClaimedCode: true });
  });

  test("takes the address off codes reserved for them and pauses those, so that nobody claims one by accident", async () => {
    const email = await aLead(ctx);
    const code = await aCode(ctx, { reservedFor: email });
    await deleteLead(ctx, email);
    expect(await getCode(ctx, normalizeCode(code))).toMatchObject({ reservedFor: null, status: "paused" });
    for (const by of [ctx, publicCtx])
      expect(await refused(claimCode(by, { code: normalizeCode(code), email: anAddress() }))).toBe("code_paused");
  });

  test("leaves who they referred, without a referrer", async () => {
    const email = await aLead(ctx);
    const friend = await aLead(ctx, { referredBy: email });
    expect(await deleteLead(ctx, email)).toMatchObject({ referredLeads: [{ email: friend }] });
    expect(await getLead(ctx, friend)).toMatchObject({ referredBy: null });
  });

  test("leaves no trace of the address anywhere", async () => {
    const email = `trace-${anAddress()}`;
    const referrer = await aLead(ctx);
    const { referralCode } = await getLead(ctx, referrer);
    await createLead(publicCtx, { email, referralCode, firstname: "Ada" });
    await createLead(publicCtx, { email, waitlist: true });
    await aLead(ctx, { referredBy: email });
    const code = await aCode(ctx, { allowedClaims: 3 });
    await claimCode(publicCtx, { code: normalizeCode(code), email });
    await claimCode(ctx, { code: normalizeCode(code), email });
    await generateCodes(ctx, { amount: 2, reservedFor: email, validUntil: inSeconds(60) });
    await generateCodes(ctx, { amount: 1, reservedFor: email, validUntil: inSeconds(-60) });
    await sendCode(ctx, { code: normalizeCode(await aCode(ctx)), emails: [email, referrer] });
    await inviteLeads(ctx, { emails: [email] });
    expect(await tracesOf(email)).toEqual(
      expect.arrayContaining([
        "public.claims.email",
        "public.codes.reserved_for",
        "public.deliveries.email",
        "public.events.email",
        "public.leads.email",
      ]),
    );
    await deleteLead(ctx, email);
    expect(await tracesOf(email)).toEqual([]);
  });

  test("keeps that they asked not to be written to", async () => {
    const email = await aLead(ctx, { suppressed: true });
    await deleteLead(ctx, email);
    expect(await tracesOf(email)).toEqual(["public.suppressions.email"]);
  });

  test("is recorded without the address, and what was recorded of them stays without it", async () => {
    const email = anAddress();
    const code = await aCode(ctx);
    await claimCode(publicCtx, { code: normalizeCode(code), email });
    await deleteLead(ctx, email);
    const kinds = await rows(db, sql`select kind, email from events where code_key = ${normalizeCode(code)}`);
    expect(kinds).toMatchObject([{ kind: "code.claimed", email: null }]);
    const [last] = await rows(db, sql`select kind, email, actor_kind from events order by id desc limit 1`);
    expect(last).toMatchObject({ kind: "lead.deleted", email: null, actor_kind: "secret_key" });
  });

  test("leaves a lead of the same address in another project alone", async () => {
    const { ctx: another } = await aProject(ctx);
    const email = await aLead(ctx);
    await aLead(another, { email });
    const code = await aCode(another, { claimedBy: [email] });
    await deleteLead(ctx, email);
    expect(await getLead(another, email)).toMatchObject({ email, hasClaimedCode: true });
    expect(await countsOf(another, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("while they claim never breaks, and no counter drifts", async () => {
    const other = world.anotherPool().ctx;
    for (let round = 0; round < 8; round++) {
      const email = anAddress();
      const codes = await Promise.all(Array.from({ length: 4 }, () => aCode(ctx, { allowedClaims: 3 })));
      await Promise.all([
        ...[...codes, ...codes].map((code, i) => claimCode(i % 2 ? ctx : other, { code: normalizeCode(code), email })),
        outcome(deleteLead(ctx, email)),
        outcome(deleteLead(other, email)),
        ...codes.map((code) => outcome(claimCode(other, { code: normalizeCode(code), email: anAddress() }))),
      ]);
      for (const code of codes) {
        const { counter, claims } = await countsOf(ctx, code);
        expect(counter).toBe(claims);
      }
    }
  });
});
