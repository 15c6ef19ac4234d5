import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import {
  type CodeOptions,
  getClaimCounts,
  insertBatch,
  insertCode,
  insertLead,
  insertLeads,
  secondsFromNow,
  uniqueEmail,
} from "@/tests/harness/factories";
import { runAndRollBackAtWholeMillisecond } from "@/tests/harness/rollback";
import { createTestApp } from "@/tests/harness/test-app";
import { updateBatch } from "../batches/update";
import type { Context } from "../context";
import { getLead } from "../leads/get";
import { claimCode } from "./claim";
import { getCode } from "./get";

const world = await createTestApp({ max: 4 });
const { ctx, publicCtx, db } = world;
const ada = uniqueEmail();
const claimOf = (text: string, email = ada, by = ctx) => claimCode(by, { code: normalizeCode(text), email });

describe("a claim", () => {
  test("answers a token of 24 hexadecimal digits that lives 60 seconds", async () => {
    const reply = await claimOf(await insertCode(ctx));
    expect(reply.token).toMatch(/^[0-9a-f]{24}$/);
    const life = Date.parse(reply.tokenExpiresAt) - Date.now();
    expect(life).toBeGreaterThan(50_000);
    expect(life).toBeLessThan(70_000);
  });

  test("answers the code as it is written, however it was typed, and the records as they are now", async () => {
    const text = await insertCode(ctx, { allowedClaims: 2 });
    const email = uniqueEmail();
    const reply = await claimOf(text.toUpperCase().replace("-", "  "), email);
    expect(reply).toMatchObject({ code: text, email });
    expect(reply.claimedCode).toEqual(await getCode(ctx, normalizeCode(text)));
    expect(reply.claimedCode).toMatchObject({ claims: 1, status: "active" });
    expect(reply.lead).toEqual(await getLead(ctx, email));
    expect(reply.lead).toMatchObject({ hasClaimedCode: true, onWaitlist: false });
  });

  test("shows a public caller neither the lead nor the code's record", async () => {
    const reply = await claimOf(await insertCode(ctx), uniqueEmail(), publicCtx);
    expect(Object.keys(reply).sort()).toEqual(["code", "email", "token", "tokenExpiresAt"]);
  });

  test("makes the lead that is not there, off the waitlist", async () => {
    const email = uniqueEmail();
    await claimOf(await insertCode(ctx), email);
    expect(await getLead(ctx, email)).toMatchObject({ email, onWaitlist: false, firstname: null, notes: "" });
  });

  test("takes a lead off the waitlist and leaves the rest of it alone", async () => {
    const email = await insertLead(ctx, { onWaitlist: true, firstname: "Ada", notes: "met in Turin" });
    const before = await getLead(ctx, email);
    await claimOf(await insertCode(ctx), email);
    const { updatedAt: _, ...after } = await getLead(ctx, email);
    expect(after).toEqual({ ...after, ...before, updatedAt: undefined, onWaitlist: false, hasClaimedCode: true });
  });

  test("leaves a lead on the waitlist when it is refused", async () => {
    const email = await insertLead(ctx, { onWaitlist: true });
    expect(await getErrorName(claimOf(await insertCode(ctx, { paused: true }), email))).toBe("code_paused");
    expect(await getLead(ctx, email)).toMatchObject({ onWaitlist: true });
  });

  test("is recorded with who did it, and so is the lead it made", async () => {
    const text = await insertCode(ctx);
    const email = uniqueEmail();
    await claimOf(text, email, { ...publicCtx, requestId: "a-request" });
    const recorded = await queryRows(
      db,
      sql`select kind, actor_kind, actor_id, request_id, code_text, code_key from events where email = ${email} order by kind`,
    );
    const by = { actor_kind: "public_key", actor_id: publicCtx.actor.id, request_id: "a-request" };
    expect(recorded.map((event) => ({ ...(event as object) }))).toEqual([
      { kind: "code.claimed", ...by, code_text: text, code_key: normalizeCode(text) },
      { kind: "lead.created", ...by, code_text: null, code_key: null },
    ]);
  });

  test("that is refused records nothing and makes no lead", async () => {
    const email = uniqueEmail();
    await getErrorName(claimOf(await insertCode(ctx, { paused: true }), email));
    expect(await queryRows(db, sql`select from events where email = ${email}`)).toEqual([]);
    expect(await getErrorName(getLead(ctx, email))).toBe("lead_not_found");
  });

  test("stores the token's hash and not the token", async () => {
    const { token } = await claimOf(await insertCode(ctx));
    const stored = await queryRows<{ row: string }>(db, sql`select t::text as row from claim_tokens t`);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.map(({ row }) => row).join()).not.toContain(token);
  });
});

describe("the refusal is the first that holds", () => {
  const past = { validFrom: secondsFromNow(-120), validUntil: secondsFromNow(-60) };
  const future = { validFrom: secondsFromNow(3600) };
  const eve = "eve@example.org";
  test.each<[string, CodeOptions, string]>([
    ["reserved, before paused", { reservedFor: eve, paused: true, ...past }, "code_reserved"],
    ["reserved, before expired and exhausted", { reservedFor: eve, claimedBy: [eve], ...past }, "code_reserved"],
    ["paused, before expired", { paused: true, ...past, claimedBy: [eve] }, "code_paused"],
    ["expired, before exhausted", { ...past, claimedBy: [eve] }, "code_expired"],
    ["exhausted, before not started", { ...future, claimedBy: [eve] }, "code_exhausted"],
    ["not started", future, "code_not_started"],
  ])("%s", async (_, facts, reason) => {
    const text = await insertCode(ctx, facts);
    expect(await getErrorName(claimOf(text))).toBe(reason);
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: facts.claimedBy?.length ?? 0, claims: facts.claimedBy?.length ?? 0 });
  });

  test("a code that is not there", async () => {
    expect(await getErrorName(claimOf("nowhere"))).toBe("code_not_found");
  });

  test("a code of a paused batch is paused", async () => {
    const batch = await insertBatch(ctx);
    const text = await insertCode(ctx, { batch });
    await updateBatch(ctx, batch, { paused: true });
    expect(await getErrorName(claimOf(text))).toBe("code_paused");
  });
});

describe("a code reserved for somebody", () => {
  test("is claimed by them", async () => {
    const text = await insertCode(ctx, { reservedFor: ada });
    expect(await claimOf(text, ada, publicCtx)).toMatchObject({ code: text });
  });

  test("does not exist for a public caller with another address, in whatever state it is", async () => {
    for (const state of [{}, { paused: true }, { validUntil: secondsFromNow(-1) }, { claimedBy: [ada] }]) {
      const text = await insertCode(ctx, { reservedFor: ada, ...state });
      expect(await getErrorName(claimOf(text, "eve@example.org", publicCtx))).toBe("code_not_found");
      expect(await getErrorName(claimOf(text, "eve@example.org"))).toBe("code_reserved");
    }
  });
});

describe("claiming the same code again", () => {
  test.each<[string, SQL]>([
    ["active", sql`allowed_claims = 5`],
    ["exhausted", sql`allowed_claims = 1`],
    ["paused", sql`paused_at = now()`],
    ["expired", sql`valid_until = now() - interval '1 minute'`],
    ["not started", sql`valid_from = now() + interval '1 hour'`],
    ["reserved for somebody else", sql`reserved_for = 'eve@example.org'`],
  ])("answers a fresh token and uses nothing while the code is %s", async (_, state) => {
    const text = await insertCode(ctx, { allowedClaims: 5 });
    const first = await claimOf(text);
    await db.execute(sql`update codes set ${state} where key = ${normalizeCode(text)}`);
    const second = await claimOf(text, ada, publicCtx);
    expect(second).toMatchObject({ code: text, email: ada });
    expect(second.token).not.toBe(first.token);
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: 1, claims: 1 });
  });
});

describe("the window is half-open, by the database's clock", () => {
  const frozen = (text: string, window: SQL, story: (inner: Context) => Promise<void>) =>
    runAndRollBackAtWholeMillisecond(ctx, async (inner) => {
      await inner.db.execute(sql`update codes set ${window} where key = ${normalizeCode(text)}`);
      await story(inner);
    });

  const now = sql`now()`;
  const nextMillisecond = sql`${now} + interval '1 millisecond'`;

  test("a code can be claimed at its start", async () => {
    const text = await insertCode(ctx);
    await frozen(text, sql`valid_from = ${now}`, async (inner) => expect(await claimOf(text, ada, inner)).toMatchObject({ code: text }));
  });

  test("a code cannot be claimed a millisecond before, and says when it starts", async () => {
    const text = await insertCode(ctx);
    await frozen(text, sql`valid_from = ${nextMillisecond}`, async (inner) => {
      const { validFrom } = await getCode(inner, normalizeCode(text));
      await expect(claimOf(text, ada, inner)).rejects.toMatchObject({
        errorName: "code_not_started",
        message: expect.stringContaining(String(validFrom)),
      });
    });
  });

  test("a code cannot be claimed at its end", async () => {
    const text = await insertCode(ctx);
    await frozen(text, sql`valid_until = ${now}`, async (inner) =>
      expect(await getErrorName(claimOf(text, ada, inner))).toBe("code_expired"),
    );
  });

  test("a code can be claimed a millisecond before its end", async () => {
    const text = await insertCode(ctx);
    await frozen(text, sql`valid_until = ${nextMillisecond}`, async (inner) =>
      expect(await claimOf(text, ada, inner)).toMatchObject({ code: text }),
    );
  });
});

test("a code of the most claims there can be is claimed like any other", async () => {
  const text = await insertCode(ctx, { allowedClaims: 2_147_483_647 });
  const emails = await insertLeads(ctx, 3);
  for (const email of emails) await claimOf(text, email);
  expect(await getClaimCounts(ctx, text)).toEqual({ counter: 3, claims: 3 });
});
