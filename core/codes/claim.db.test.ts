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
import { readStoredEvents } from "../events/stored-events";
import { getLead } from "../leads/record";
import { checkCode } from "./check";
import { claimCode } from "./claim";
import { listLookAlikeKeys } from "./look-alikes";
import { getCode } from "./record";
import { suggestCodes } from "./suggest";

const app = await createTestApp({ max: 4 });
const { ctx, publicCtx, db } = app;
const ada = uniqueEmail();
const claimByText = (text: string, email = ada, by = ctx) => claimCode(by, { code: normalizeCode(text), email });

describe("a claim", () => {
  test("returns a token of 24 hexadecimal digits that is valid for 60 seconds", async () => {
    const reply = await claimByText(await insertCode(ctx));
    expect(reply.token).toMatch(/^[0-9a-f]{24}$/);
    const lifetimeMs = Date.parse(reply.tokenExpiresAt ?? "") - Date.now();
    expect(lifetimeMs).toBeGreaterThan(50_000);
    expect(lifetimeMs).toBeLessThan(70_000);
  });

  test("returns the code as it is written, however it was typed, and the current records", async () => {
    const text = await insertCode(ctx, { allowedClaims: 2 });
    const email = uniqueEmail();
    const reply = await claimByText(text.toUpperCase().replace("-", "  "), email);
    expect(reply).toMatchObject({
      code: text,
      email,
      claimedCode: await getCode(ctx, normalizeCode(text)),
      lead: await getLead(ctx, email),
    });
    expect(reply).toMatchObject({ claimedCode: { claims: 1, status: "active" }, lead: { hasClaimedCode: true, onWaitlist: false } });
  });

  test("doesn't show the lead or the code record to public callers", async () => {
    const reply = await claimByText(await insertCode(ctx), uniqueEmail(), publicCtx);
    expect(Object.keys(reply).sort()).toEqual([
      "claimToken",
      "claimedAt",
      "code",
      "created",
      "email",
      "emailVerified",
      "token",
      "tokenExpiresAt",
    ]);
  });

  test("creates a missing lead, without adding them to the waitlist", async () => {
    const email = uniqueEmail();
    await claimByText(await insertCode(ctx), email);
    expect(await getLead(ctx, email)).toMatchObject({ email, onWaitlist: false, firstname: null, notes: "" });
  });

  test("takes a lead off the waitlist and changes nothing else", async () => {
    const email = await insertLead(ctx, { onWaitlist: true, firstname: "Ada", notes: "met in Turin" });
    const before = await getLead(ctx, email);
    await claimByText(await insertCode(ctx), email);
    const { updatedAt: _, ...after } = await getLead(ctx, email);
    expect(after).toEqual({
      ...after,
      ...before,
      waitlistStatus: "claimed",
      updatedAt: undefined,
      onWaitlist: false,
      hasClaimedCode: true,
    });
  });

  test("keeps a lead on the waitlist if it fails", async () => {
    const email = await insertLead(ctx, { onWaitlist: true });
    expect(await getErrorName(claimByText(await insertCode(ctx, { paused: true }), email))).toBe("code_paused");
    expect(await getLead(ctx, email)).toMatchObject({ onWaitlist: true });
  });

  test("is recorded with its actor, and so is the lead it creates", async () => {
    const text = await insertCode(ctx);
    const email = uniqueEmail();
    await claimByText(text, email, { ...publicCtx, requestId: "a-request" });
    const recorded = await queryRows(
      db,
      sql`select kind, actor_kind, actor_id, request_id, code_text, code_key from (${readStoredEvents(sql`select * from events where email = ${email}`)}) as e order by kind`,
    );
    const by = { actor_kind: "public_key", actor_id: publicCtx.actor.id, request_id: "a-request" };
    expect(recorded.map((event) => ({ ...(event as object) }))).toEqual([
      { kind: "code.claimed", ...by, code_text: text, code_key: normalizeCode(text) },
      { kind: "lead.created", ...by, code_text: null, code_key: null },
    ]);
  });

  test("records nothing and creates no lead if it fails", async () => {
    const email = uniqueEmail();
    await getErrorName(claimByText(await insertCode(ctx, { paused: true }), email));
    expect(await queryRows(db, sql`select from events where email = ${email}`)).toEqual([]);
    expect(await getErrorName(getLead(ctx, email))).toBe("lead_not_found");
  });

  test("stores the hash of the token and not the token", async () => {
    const { token } = await claimByText(await insertCode(ctx));
    const stored = await queryRows<{ row: string }>(db, sql`select t::text as row from claim_tokens t`);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.map(({ row }) => row).join()).not.toContain(token);
  });
});

describe("a claim fails with the first error that applies if the code", () => {
  const past = { validFrom: secondsFromNow(-120), validUntil: secondsFromNow(-60) };
  const future = { validFrom: secondsFromNow(3600) };
  const eve = "eve@example.org";
  test.each<[string, CodeOptions, string]>([
    ["is reserved and paused", { reservedFor: eve, paused: true, ...past }, "code_reserved"],
    ["is reserved, expired and exhausted", { reservedFor: eve, claimedBy: [eve], ...past }, "code_reserved"],
    ["is paused, expired and exhausted", { paused: true, ...past, claimedBy: [eve] }, "code_paused"],
    ["is expired and exhausted", { ...past, claimedBy: [eve] }, "code_expired"],
    ["is exhausted and hasn't started", { ...future, claimedBy: [eve] }, "code_exhausted"],
    ["hasn't started", future, "code_not_started"],
  ])("%s", async (_, options, errorName) => {
    const text = await insertCode(ctx, options);
    expect(await getErrorName(claimByText(text))).toBe(errorName);
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: options.claimedBy?.length ?? 0, claims: options.claimedBy?.length ?? 0 });
  });

  test("doesn't exist", async () => {
    expect(await getErrorName(claimByText("nowhere"))).toBe("code_not_found");
  });

  test("is in a paused batch", async () => {
    const batch = await insertBatch(ctx);
    const text = await insertCode(ctx, { batch });
    await updateBatch(ctx, batch, { paused: true });
    expect(await getErrorName(claimByText(text))).toBe("code_paused");
  });
});

describe("a reserved code", () => {
  test("can be claimed by the person it's reserved for", async () => {
    const text = await insertCode(ctx, { reservedFor: ada });
    expect(await claimByText(text, ada, publicCtx)).toMatchObject({ code: text });
  });

  test("doesn't exist for public callers with another email, whatever its status", async () => {
    for (const state of [{}, { paused: true }, { validUntil: secondsFromNow(-1) }, { claimedBy: [ada] }]) {
      const text = await insertCode(ctx, { reservedFor: ada, ...state });
      expect(await getErrorName(claimByText(text, "eve@example.org", publicCtx))).toBe("code_not_found");
      expect(await getErrorName(claimByText(text, "eve@example.org"))).toBe("code_reserved");
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
    ["reserved for someone else", sql`reserved_for = 'eve@example.org'`],
  ])("returns a new token and doesn't use another claim while the code is %s", async (_, state) => {
    const text = await insertCode(ctx, { allowedClaims: 5 });
    const firstReply = await claimByText(text);
    await db.execute(sql`update codes set ${state} where key = ${normalizeCode(text)}`);
    const secondReply = await claimByText(text, ada, publicCtx);
    expect(secondReply).toMatchObject({ code: text, email: ada });
    expect(secondReply.token).not.toBe(firstReply.token);
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: 1, claims: 1 });
  });
});

describe("a code is valid from its start date until just before its end date, by the clock of the database", () => {
  const withWindow = (text: string, window: SQL, run: (inner: Context) => Promise<void>) =>
    runAndRollBackAtWholeMillisecond(ctx, async (inner) => {
      await inner.db.execute(sql`update codes set ${window} where key = ${normalizeCode(text)}`);
      await run(inner);
    });

  const now = sql`now()`;
  const nextMillisecond = sql`${now} + interval '1 millisecond'`;

  test("it can be claimed at its start date", async () => {
    const text = await insertCode(ctx);
    await withWindow(text, sql`valid_from = ${now}`, async (inner) =>
      expect(await claimByText(text, ada, inner)).toMatchObject({ code: text }),
    );
  });

  test("it can't be claimed a millisecond before its start date, and the error names the date", async () => {
    const text = await insertCode(ctx);
    await withWindow(text, sql`valid_from = ${nextMillisecond}`, async (inner) => {
      const { validFrom, validUntil } = await getCode(inner, normalizeCode(text));
      await expect(claimByText(text, ada, inner)).rejects.toMatchObject({
        errorName: "code_not_started",
        validity: { validFrom, validUntil },
      });
    });
  });

  test("it can't be claimed at its end date", async () => {
    const text = await insertCode(ctx);
    await withWindow(text, sql`valid_until = ${now}`, async (inner) =>
      expect(await getErrorName(claimByText(text, ada, inner))).toBe("code_expired"),
    );
  });

  test("it can be claimed a millisecond before its end date", async () => {
    const text = await insertCode(ctx);
    await withWindow(text, sql`valid_until = ${nextMillisecond}`, async (inner) =>
      expect(await claimByText(text, ada, inner)).toMatchObject({ code: text }),
    );
  });
});

test("a code with the highest possible number of allowed claims can be claimed", async () => {
  const text = await insertCode(ctx, { allowedClaims: 2_147_483_647 });
  const emails = await insertLeads(ctx, 3);
  for (const email of emails) await claimByText(text, email);
  expect(await getClaimCounts(ctx, text)).toEqual({ counter: 3, claims: 3 });
});

// cspell:ignore iobby ioil lobbyioii iobbyioil
describe("look-alikes in a code", () => {
  test("are forgiven if no other code differs only by them", async () => {
    const code = await insertCode(ctx, { text: "L0BBY-1O1I", allowedClaims: 3 });
    for (const typed of ["LOBBY-1O1I", "iobby-ioil", "LOBBY 0000"]) {
      if (typed === "LOBBY 0000") expect(await getErrorName(claimByText(typed))).toBe("code_not_found");
      else expect(await claimByText(typed, uniqueEmail(), publicCtx)).toMatchObject({ code, token: expect.any(String) });
    }
    expect(await checkCode(ctx, { code: "lobbyioii", email: ada })).toMatchObject({ claimable: true, code: { code } });
    expect(await suggestCodes(ctx, "iobbyioil")).toMatchObject([{ code }]);
    expect(await getErrorName(getCode(ctx, "lobbyioii"))).toBe("code_not_found");
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 2, claims: 2 });
  });

  test("aren't forgiven if two codes differ only by them, or the exact code exists", async () => {
    const first = await insertCode(ctx, { text: "VIP-001" });
    const second = await insertCode(ctx, { text: "VIP-00L" });
    expect(await getErrorName(claimByText("VIP-OOI"))).toBe("code_not_found");
    for (const code of [first, second]) expect(await claimByText(code, uniqueEmail())).toMatchObject({ code });
    expect(await getErrorName(claimByText("VIP-00L", uniqueEmail()))).toBe("code_exhausted");
  });

  test("don't reveal to public callers a code that is reserved for someone else", async () => {
    await insertCode(ctx, { text: "ONLY-10", reservedFor: ada });
    expect(await getErrorName(claimByText("0NLY-10", uniqueEmail(), publicCtx))).toBe("code_not_found");
    expect(await claimByText("0NLY-10", ada, publicCtx)).toMatchObject({ code: "ONLY-10" });
  });

  test("are only looked up in texts that can be mistyped codes", () => {
    expect(listLookAlikeKeys("o1x")).toEqual(expect.arrayContaining(["o1x", "01x", "olx", "0lx", "oix", "0ix"]));
    expect(listLookAlikeKeys("curiouspineapple")).toHaveLength(54);
    expect(listLookAlikeKeys("l".repeat(60))).toEqual([]);
  });
});
