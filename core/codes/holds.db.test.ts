import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { holdLimits } from "@/contract/limits";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { deleteCodes, undo } from "@/tests/harness/bin";
import {
  getClaimCounts,
  insertBatch,
  insertCode,
  insertLead,
  insertProject,
  secondsFromNow,
  uniqueEmail,
  uniqueId,
} from "@/tests/harness/factories";
import { waitForFeed } from "@/tests/harness/feed";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { findTraces } from "@/tests/harness/traces";
import { updateBlockList } from "../abuse-protection/block-list";
import { updateBatch } from "../batches/update";
import { revokeClaim } from "../claims/revoke";
import { deleteExpiredRows } from "../cleanup";
import type { Context } from "../context";
import { listEvents } from "../events/list";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "../leads/change-email";
import { deleteLead } from "../leads/delete";
import { getPersonalData } from "../leads/personal-data";
import { pauseProject } from "../projects/pause";
import { findCodeBatch, findNextCode } from "./batch-codes";
import { checkCode } from "./check";
import { claimCode } from "./claim";
import { holdCode } from "./hold";
import { getHeldCode } from "./holds";
import { getCode } from "./record";
import { releaseHold } from "./release-hold";
import { replaceWords } from "./replace-words";
import { updateCode } from "./update";

const { ctx, publicCtx, db } = await createTestApp();

type Options = Parameters<typeof insertCode>[1];
const newCode = async (options: Options = {}, inCtx = ctx): Promise<string> => normalizeCode(await insertCode(inCtx, options));

const outcome = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => "done",
    (error) => error.errorName,
  );
const claim = (code: string, email: string, inCtx: Context = ctx) => outcome(claimCode(inCtx, { code, email }));
const hold = (code: string, email: string, seconds?: number, inCtx: Context = ctx) => outcome(holdCode(inCtx, { code, email, seconds }));

const holders = async (code: string) => (await getHeldCode(ctx, code)).holds.map(({ email }) => email);

const readStored = async (code: string) =>
  (await queryRows<{ holds: object | null; updated_at: string }>(db, sql`select holds, updated_at from codes where key = ${code}`))[0];

describe("a hold", () => {
  test("keeps the last use for its email, until that email claims", async () => {
    const [code, ada, grace] = [await newCode(), uniqueEmail(), uniqueEmail()];
    const reply = await holdCode(ctx, { code, email: ada, seconds: 60 });
    expect(reply).toEqual({ code: (await getCode(ctx, code)).code, email: ada, expiresAt: expect.any(String), claimed: false });
    expect(Date.parse(reply.expiresAt ?? "") - Date.now()).toBeGreaterThan(55_000);
    expect(Date.parse(reply.expiresAt ?? "") - Date.now()).toBeLessThan(65_000);
    for (const caller of [ctx, publicCtx]) expect(await claim(code, grace, caller)).toBe("code_held");
    expect(await hold(code, grace)).toBe("code_held");
    expect(await getHeldCode(ctx, code)).toMatchObject({
      status: "active",
      claims: 0,
      holds: [{ email: ada, expiresAt: reply.expiresAt }],
    });
    expect(await claim(code, ada, publicCtx)).toBe("done");
    expect(await getHeldCode(ctx, code)).toMatchObject({ status: "exhausted", claims: 1, holds: [] });
    expect(await readStored(code)).toMatchObject({ holds: null });
    expect(await claim(code, grace)).toBe("code_exhausted");
  });

  test("takes one use of several, and says when the first of them ends", async () => {
    const code = await newCode({ allowedClaims: 3 });
    const [ada, grace, eve] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    await holdCode(ctx, { code, email: ada, seconds: 600 });
    await holdCode(ctx, { code, email: grace, seconds: 60 });
    expect(await claim(code, eve)).toBe("done");
    const error = await claimCode(ctx, { code, email: uniqueEmail() }).catch((thrown) => thrown);
    expect(error).toMatchObject({ errorName: "code_held" });
    expect(Number(error.headers["Retry-After"])).toBeGreaterThan(50);
    expect(Number(error.headers["Retry-After"])).toBeLessThanOrEqual(60);
    expect(await holders(code)).toEqual([grace, ada]);
    expect(await claim(code, grace)).toBe("done");
    expect(await claim(code, ada)).toBe("done");
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 3, claims: 3 });
  });

  test("is extended by the same email, never shortened, and takes no second use", async () => {
    const [code, ada, grace] = [await newCode({ allowedClaims: 2 }), uniqueEmail(), uniqueEmail()];
    const first = await holdCode(ctx, { code, email: ada, seconds: 60 });
    const longer = await holdCode(ctx, { code, email: ada });
    expect(Date.parse(longer.expiresAt ?? "") - Date.now()).toBeGreaterThan((holdLimits.seconds - 5) * 1000);
    expect(longer.expiresAt?.localeCompare(first.expiresAt ?? "")).toBe(1);
    expect(await holdCode(ctx, { code, email: ada, seconds: 1 })).toEqual(longer);
    expect(await hold(code, grace)).toBe("done");
    expect(await hold(code, ada)).toBe("done");
    expect(await hold(code, uniqueEmail())).toBe("code_held");
    expect((await holders(code)).sort()).toEqual([ada, grace].sort());
  });

  test("ends by itself, and then counts nowhere", async () => {
    const [ada, grace] = [uniqueEmail(), uniqueEmail()];
    const code = await newCode({ holds: { [ada]: secondsFromNow(-1) } });
    expect(await holders(code)).toEqual([]);
    expect(await hold(code, grace)).toBe("done");
    expect(await holders(code)).toEqual([grace]);
    expect(Object.keys((await readStored(code))?.holds ?? {})).toEqual([grace]);
    expect(await claim(code, ada)).toBe("code_held");
    const other = await newCode({ holds: { [ada]: secondsFromNow(-1) } });
    expect(await claim(other, grace)).toBe("done");
  });

  test("is released before, once", async () => {
    const [code, ada, grace] = [await newCode(), uniqueEmail(), uniqueEmail()];
    await hold(code, ada);
    expect(await releaseHold(ctx, { code, email: grace })).toMatchObject({ released: false });
    expect(await claim(code, grace)).toBe("code_held");
    expect(await releaseHold(ctx, { code, email: ada })).toEqual({ code: (await getCode(ctx, code)).code, email: ada, released: true });
    expect(await releaseHold(ctx, { code, email: ada })).toMatchObject({ released: false });
    expect(await readStored(code)).toMatchObject({ holds: null });
    expect(await claim(code, grace)).toBe("done");
    expect(await outcome(releaseHold(ctx, { code: "nowhere", email: ada }))).toBe("code_not_found");
  });

  test("isn't needed by someone who has claimed the code", async () => {
    const ada = uniqueEmail();
    const code = await newCode({ allowedClaims: 2, claimedBy: [ada], paused: true });
    expect(await holdCode(ctx, { code, email: ada })).toMatchObject({ expiresAt: null, claimed: true });
    expect(await readStored(code)).toMatchObject({ holds: null });
    await updateCode(ctx, code, { paused: false });
    await hold(code, uniqueEmail());
    expect(await claim(code, ada)).toBe("done");
    await revokeClaim(ctx, { code, email: ada });
    expect(await holdCode(ctx, { code, email: ada })).toMatchObject({ expiresAt: expect.any(String), claimed: false });
  });

  test("finds the code that someone meant, like a claim", async () => {
    const text = `B00K-${uniqueId()}`.replaceAll(/[l1io]/gi, "0");
    await insertCode(ctx, { text });
    const email = uniqueEmail();
    const typed = normalizeCode(text.replace("B00K", "BOOK"));
    expect(await holdCode(ctx, { code: typed, email })).toMatchObject({ code: text });
    expect(await releaseHold(ctx, { code: typed, email })).toMatchObject({ code: text, released: true });
  });

  test("leaves everything else of the code as it is, also `updatedAt`", async () => {
    const code = await newCode({ tags: ["vip"], metadata: { plan: "pro" } });
    const before = await getCode(ctx, code);
    await hold(code, uniqueEmail());
    expect(await getCode(ctx, code)).toEqual(before);
  });

  test("of a code without a limit is kept like any other", async () => {
    const [code, ada] = [await newCode({ allowedClaims: 1_000_000_000 }), uniqueEmail()];
    expect(await hold(code, ada)).toBe("done");
    expect(await claim(code, uniqueEmail())).toBe("done");
    expect(await claim(code, ada)).toBe("done");
  });

  test(`is one of at most ${holdLimits.perCode} of a code, and those that have one can extend it`, async () => {
    const emails = Array.from({ length: holdLimits.perCode }, uniqueEmail);
    const end = secondsFromNow(60);
    const code = await newCode({ allowedClaims: 2 * holdLimits.perCode, holds: Object.fromEntries(emails.map((each) => [each, end])) });
    const email = uniqueEmail();
    expect(await hold(code, email)).toBe("too_many_holds");
    expect(await hold(code, emails[0] ?? "")).toBe("done");
    expect(await claim(code, email)).toBe("done");
    expect(await claim(code, emails[1] ?? "")).toBe("done");
    expect(await hold(code, uniqueEmail())).toBe("done");
  });
});

describe("a hold needs what a claim needs", () => {
  const ada = "ada@example.org";
  test.each<[string, Options]>([
    ["code_reserved", { reservedFor: "grace@example.org" }],
    ["code_paused", { paused: true }],
    ["code_expired", { validUntil: secondsFromNow(-1) }],
    ["code_exhausted", { claimedBy: ["grace@example.org"] }],
    ["code_not_started", { validFrom: secondsFromNow(3600) }],
  ])("%s", async (error, options) => {
    const code = await newCode(options);
    expect(await hold(code, ada)).toBe(error);
    expect(await readStored(code)).toMatchObject({ holds: null });
  });

  test("an allowed domain, a batch of which they claimed no other code, and a code that isn't paused with its batch", async () => {
    const restricted = await insertBatch(ctx, { allowedDomains: ["example.com"] });
    expect(await hold(await newCode({ batch: restricted }), ada)).toBe("code_domain_not_allowed");
    expect(await hold(await newCode({ batch: await insertBatch(ctx, { paused: true }) }), ada)).toBe("code_paused");
    const once = await insertBatch(ctx, { oncePerBatch: "mailbox" });
    expect(await claim(await newCode({ batch: once }), "a.da@gmail.com")).toBe("done");
    expect(await hold(await newCode({ batch: once }), "ada+2@gmail.com")).toBe("batch_claimed");
  });

  test("claims that aren't paused, and an email that isn't blocked", async () => {
    const { ctx: own } = await insertProject(ctx);
    const code = await newCode({}, own);
    await updateBlockList(own, { entries: [ada] });
    expect(await hold(code, ada, 60, own)).toBe("email_blocked");
    await pauseProject(own, { pause: ["claims"] });
    expect(await hold(code, "grace@example.org", 60, own)).toBe("claims_paused");
    expect(await hold("nowhere", "grace@example.org", 60, own)).toBe("claims_paused");
    expect(await hold("nowhere", ada)).toBe("code_not_found");
    expect(await hold(await newCode(), ada, 60, own)).toBe("claims_paused");
  });

  test("doesn't protect from what happens to the code afterward", async () => {
    const code = await newCode();
    await hold(code, ada);
    await updateCode(ctx, code, { paused: true });
    expect(await claim(code, ada)).toBe("code_paused");
    await updateCode(ctx, code, { paused: false, reservedFor: "grace@example.org" });
    expect(await claim(code, ada)).toBe("code_reserved");
    expect(await claim(code, "grace@example.org")).toBe("code_held");
    await releaseHold(ctx, { code, email: ada });
    expect(await claim(code, "grace@example.org")).toBe("done");
  });

  test("after staff lowered the number of claims, the first holders to claim get what is left", async () => {
    const [code, emails] = [await newCode({ allowedClaims: 3 }), [uniqueEmail(), uniqueEmail(), uniqueEmail()]];
    for (const email of emails) expect(await hold(code, email)).toBe("done");
    await updateCode(ctx, code, { allowedClaims: 2 });
    expect(await claim(code, uniqueEmail())).toBe("code_held");
    expect(await Promise.all(emails.map((email) => claim(code, email))).then((results) => results.sort())).toEqual([
      "code_exhausted",
      "done",
      "done",
    ]);
  });
});

describe("a code on hold", () => {
  test("is explained to staff and on the claim page", async () => {
    const [code, ada] = [await newCode({ allowedClaims: 2 }), uniqueEmail()];
    await hold(code, ada);
    const check = (email: string) => checkCode(ctx, { code, email });
    expect((await check(ada)).rules.at(-1)).toMatchObject({
      rule: "hold",
      passes: true,
      message: expect.stringMatching(/^This email holds it until /),
    });
    expect((await check("eve@example.org")).rules.at(-1)).toMatchObject({
      passes: true,
      message: expect.stringMatching(/^1 use is on hold until /),
    });
    await hold(code, uniqueEmail());
    expect(await check("eve@example.org")).toMatchObject({
      claimable: false,
      error: "code_held",
      publicError: "code_held",
      message: "Someone else is signing up with this code right now. Try again in a few minutes.",
    });
    expect((await check("eve@example.org")).rules.at(-1)).toMatchObject({
      passes: false,
      message: expect.stringMatching(/^2 uses are on hold, the first until /),
    });
    await updateBatch(ctx, (await getCode(ctx, code)).batch.id, { redemptionUrl: "https://store.example/redeem?code={code}" });
    expect(await check("eve@example.org")).toMatchObject({ error: "code_held", publicError: "code_redeemed_elsewhere" });
    expect(await claim(code, "eve@example.org", publicCtx)).toBe("code_redeemed_elsewhere");
  });

  test("isn't handed out, and keeps its words", async () => {
    const batch = await insertBatch(ctx);
    const codes = [await insertCode(ctx, { batch }), await insertCode(ctx, { batch })];
    const next = async () => {
      const found = await findCodeBatch(ctx, batch);
      return found && findNextCode(ctx, found);
    };
    const [code = "", email] = [codes[0] && normalizeCode(codes[0]), uniqueEmail()];
    expect(await next()).toBe(codes[0]);
    await hold(code, email);
    expect(await next()).toBe(codes[1]);
    expect(await outcome(replaceWords(ctx, code))).toBe("code_handed_out");
    await releaseHold(ctx, { code, email });
    expect(await next()).toBe(codes[0]);
    expect(await outcome(replaceWords(ctx, code))).toBe("done");
  });

  test("comes back from the bin without holds", async () => {
    const [code, email] = [await newCode(), uniqueEmail()];
    await hold(code, email);
    const job = await deleteCodes(ctx, [code]);
    expect(await findTraces(db, [email])).toEqual([]);
    expect(await claim(code, email)).toBe("code_not_found");
    await undo(ctx, job);
    expect(await getHeldCode(ctx, code)).toMatchObject({ status: "active", holds: [] });
  });

  test("is found in Activity, with the emails of leads only", async () => {
    const [code, lead, stranger] = [await newCode({ allowedClaims: 2 }), await insertLead(ctx), uniqueEmail()];
    const { expiresAt } = await holdCode(ctx, { code, email: lead });
    await hold(code, stranger);
    await hold(code, stranger, 1);
    await releaseHold(ctx, { code, email: lead });
    await waitForFeed(ctx);
    const events = await collectAll(listEvents(ctx, { code, order: "asc" }));
    expect(events.map(({ kind, email, data }) => ({ kind, email, data }))).toEqual([
      { kind: "code.held", email: lead, data: { expiresAt } },
      { kind: "code.held", email: null, data: { expiresAt: expect.any(String) } },
      { kind: "code.hold_released", email: lead, data: {} },
    ]);
  });
});

describe("the email of a hold", () => {
  test("is in the personal data of the lead, and erased with them", async () => {
    const [code, email, other] = [await newCode({ allowedClaims: 2 }), await insertLead(ctx), uniqueEmail()];
    const { expiresAt } = await holdCode(ctx, { code, email });
    await hold(code, other);
    const text = (await getCode(ctx, code)).code;
    expect((await getPersonalData(ctx, email, async () => ({ subject: "", text: "" }))).holds).toEqual([{ code: text, expiresAt }]);
    await deleteLead(ctx, email);
    expect(await findTraces(db, [email])).toEqual([]);
    expect(await holders(code)).toEqual([other]);
  });

  test("changes with that of the lead, also if the code is reserved for them", async () => {
    const { ctx: own } = await insertProject(ctx);
    const [email, newEmail] = [await insertLead(own), uniqueEmail()];
    const [code, shared] = [await newCode({ reservedFor: email }, own), await newCode({ allowedClaims: 2 }, own)];
    const { expiresAt } = await holdCode(own, { code, email });
    await holdCode(own, { code: shared, email, seconds: 60 });
    const later = await holdCode(own, { code: shared, email: newEmail });
    await requestEmailChange(own, { email, newEmail });
    const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
    const link = new URL((await getEmailChangeNotice(own, change?.id ?? ""))?.link ?? "");
    await confirmEmailChange({ ...own, actor: { kind: "visitor", id: null } }, link.searchParams.get("token") ?? "");
    expect(await getHeldCode(own, code)).toMatchObject({ reservedFor: { email: newEmail }, holds: [{ email: newEmail, expiresAt }] });
    expect((await getHeldCode(own, shared)).holds).toEqual([{ email: newEmail, expiresAt: later.expiresAt }]);
    expect(await claim(code, newEmail, own)).toBe("done");
  });

  test("is removed by the cleanup some time after its hold ended", async () => {
    const [ended, kept] = [uniqueEmail(), uniqueEmail()];
    const holds = { [ended]: secondsFromNow(-1), [kept]: secondsFromNow(60) };
    const [both, one] = [await newCode({ allowedClaims: 2, holds }), await newCode({ holds: { [ended]: secondsFromNow(-1) } })];
    const before = await readStored(both);
    await deleteExpiredRows(db);
    expect(await readStored(both)).toEqual({ ...before, holds: { [kept]: holds[kept] } });
    expect(await readStored(one)).toMatchObject({ holds: null });
    expect(await findTraces(db, [ended])).toEqual([]);
  });
});
