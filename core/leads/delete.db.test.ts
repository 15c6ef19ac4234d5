import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, aProject, countsOf, inSeconds } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aWorld } from "@/tests/harness/world";
import { claim } from "../codes/claim";
import { get as getCode } from "../codes/find";
import { generate } from "../codes/generate";
import { send } from "../codes/send";
import { create } from "./create";
import { remove } from "./delete";
import { get } from "./find";
import { invite } from "./invite";

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
    const before = await get(ctx, email);
    expect(await remove(ctx, email)).toEqual(before);
    expect(await refused(get(ctx, email))).toBe("lead_not_found");
    expect(await refused(remove(ctx, email))).toBe("lead_not_found");
  });

  test("gives every code they claimed its use back", async () => {
    const email = anAddress();
    const codes = await Promise.all([aCode(ctx), aCode(ctx, { allowedClaims: 3 })]);
    for (const code of codes) await claim(ctx, { code: codeIdentity(code), email });
    expect(await getCode(ctx, codeIdentity(codes[0] ?? ""))).toMatchObject({ status: "exhausted" });
    await remove(ctx, email);
    for (const code of codes) {
      expect(await countsOf(ctx, code)).toEqual({ counter: 0, claims: 0 });
      expect(await getCode(ctx, codeIdentity(code))).toMatchObject({ status: "active" });
    }
    expect(await claim(ctx, { code: codeIdentity(codes[0] ?? ""), email: anAddress() })).toHaveProperty("token");
  });

  test("leaves other people's claims of the same code alone", async () => {
    const [ada, grace] = [anAddress(), anAddress()];
    const code = await aCode(ctx, { allowedClaims: 2, claimedBy: [ada, grace] });
    await remove(ctx, ada);
    expect(await countsOf(ctx, code)).toEqual({ counter: 1, claims: 1 });
    expect(await get(ctx, grace)).toMatchObject({ hasClaimedCode: true });
  });

  test("takes the address off codes reserved for them and pauses those, so that nobody claims one by accident", async () => {
    const email = await aLead(ctx);
    const code = await aCode(ctx, { reservedFor: email });
    await remove(ctx, email);
    expect(await getCode(ctx, codeIdentity(code))).toMatchObject({ reservedFor: null, status: "paused" });
    for (const by of [ctx, publicCtx])
      expect(await refused(claim(by, { code: codeIdentity(code), email: anAddress() }))).toBe("code_paused");
  });

  test("leaves who they referred, without a referrer", async () => {
    const email = await aLead(ctx);
    const friend = await aLead(ctx, { referredBy: email });
    expect(await remove(ctx, email)).toMatchObject({ referredLeads: [{ email: friend }] });
    expect(await get(ctx, friend)).toMatchObject({ referredBy: null });
  });

  test("leaves no trace of the address anywhere", async () => {
    const email = `trace-${anAddress()}`;
    const referrer = await aLead(ctx);
    const { referralCode } = await get(ctx, referrer);
    await create(publicCtx, { email, referralCode, firstname: "Ada" });
    await create(publicCtx, { email, waitlist: true });
    await aLead(ctx, { referredBy: email });
    const code = await aCode(ctx, { allowedClaims: 3 });
    await claim(publicCtx, { code: codeIdentity(code), email });
    await claim(ctx, { code: codeIdentity(code), email });
    await generate(ctx, { amount: 2, reservedFor: email, validUntil: inSeconds(60) });
    await generate(ctx, { amount: 1, reservedFor: email, validUntil: inSeconds(-60) });
    await send(ctx, { code: codeIdentity(await aCode(ctx)), emails: [email, referrer] });
    await invite(ctx, { emails: [email] });
    expect(await tracesOf(email)).toEqual(
      expect.arrayContaining([
        "public.claims.email",
        "public.codes.reserved_for",
        "public.deliveries.email",
        "public.events.email",
        "public.leads.email",
      ]),
    );
    await remove(ctx, email);
    expect(await tracesOf(email)).toEqual([]);
  });

  test("keeps that they asked not to be written to", async () => {
    const email = await aLead(ctx, { suppressed: true });
    await remove(ctx, email);
    expect(await tracesOf(email)).toEqual(["public.suppressions.email"]);
  });

  test("is recorded without the address, and what was recorded of them stays without it", async () => {
    const email = anAddress();
    const code = await aCode(ctx);
    await claim(publicCtx, { code: codeIdentity(code), email });
    await remove(ctx, email);
    const kinds = await rows(db, sql`select kind, email from events where code_key = ${codeIdentity(code)}`);
    expect(kinds).toMatchObject([{ kind: "code.claimed", email: null }]);
    const [last] = await rows(db, sql`select kind, email, actor_kind from events order by id desc limit 1`);
    expect(last).toMatchObject({ kind: "lead.deleted", email: null, actor_kind: "secret_key" });
  });

  test("leaves a lead of the same address in another project alone", async () => {
    const { ctx: another } = await aProject(ctx);
    const email = await aLead(ctx);
    await aLead(another, { email });
    const code = await aCode(another, { claimedBy: [email] });
    await remove(ctx, email);
    expect(await get(another, email)).toMatchObject({ email, hasClaimedCode: true });
    expect(await countsOf(another, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("while they claim never breaks, and no counter drifts", async () => {
    const other = world.anotherPool().ctx;
    for (let round = 0; round < 8; round++) {
      const email = anAddress();
      const codes = await Promise.all(Array.from({ length: 4 }, () => aCode(ctx, { allowedClaims: 3 })));
      await Promise.all([
        ...[...codes, ...codes].map((code, i) => claim(i % 2 ? ctx : other, { code: codeIdentity(code), email })),
        outcome(remove(ctx, email)),
        outcome(remove(other, email)),
        ...codes.map((code) => outcome(claim(other, { code: codeIdentity(code), email: anAddress() }))),
      ]);
      for (const code of codes) {
        const { counter, claims } = await countsOf(ctx, code);
        expect(counter).toBe(claims);
      }
    }
  });
});
