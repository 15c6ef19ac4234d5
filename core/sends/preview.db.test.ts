import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { maxRecipients } from "@/contract/limits";
import { normalizeCode } from "@/contract/normalize";
import type { previewSendEndpoint, SendPreviewReply } from "@/contract/send-preview";
import { type SendReply, skipReasons } from "@/contract/sends";
import {
  type CodeOptions,
  connectSmtpServer,
  fingerprintDatabase,
  insertCode,
  insertLead,
  insertLeads,
  insertProject,
  secondsFromNow,
  uniqueEmail,
} from "@/tests/harness/factories";
import { runAndRollBack } from "@/tests/harness/rollback";
import { createTestApp } from "@/tests/harness/test-app";
import { ApiError } from "../api-error";
import { sendCode } from "../codes/send";
import type { Context } from "../context";
import { inviteLeads } from "../leads/invite";
import { previewSend } from "./preview";

const world = await createTestApp();
const { ctx, db } = world;
await connectSmtpServer(ctx);

type Ask = z.output<NonNullable<typeof previewSendEndpoint.body>>;
const previewOf = (ask: Ask, by: Context = ctx) => previewSend(by, ask);
const warned = ({ warnings }: SendPreviewReply) => warnings.map(({ warning }) => warning);

/** What sending right after comes to, in the preview's form. It is undone. */
async function comesTo(
  ask: Ask,
  by: Context = ctx,
): Promise<Pick<SendPreviewReply, "receivedLeads" | "notifiedLeads" | "skipped" | "refusal">> {
  const { code, personal, ...whom } = ask;
  const reply = await runAndRollBack(by, async (inner): Promise<SendReply | ApiError> => {
    try {
      return code === undefined ? await inviteLeads(inner, { ...personal, ...whom }) : await sendCode(inner, { code, ...whom });
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
  if (reply instanceof ApiError) {
    const { receivedLeads, notifiedLeads, skipped } = await previewOf(ask, by);
    return { receivedLeads, notifiedLeads, skipped, error: { error: reply.errorName, message: reply.message } };
  }
  const skipped = skipReasons.flatMap((reason) => {
    const those = reply.skipped.filter((each) => each.reason === reason).map(({ email }) => email);
    return those.length > 0 ? [{ reason, count: those.length, sample: those.slice(0, 20) }] : [];
  });
  return { receivedLeads: reply.receivedLeads, notifiedLeads: reply.notifiedLeads, skipped, error: null };
}

async function agrees(ask: Ask, by: Context = ctx): Promise<SendPreviewReply> {
  const before = await fingerprintDatabase(db);
  const found = await previewOf(ask, by);
  expect(await fingerprintDatabase(db)).toEqual(before);
  expect(found).toMatchObject(await comesTo(ask, by));
  return found;
}

/** Addresses for every reason there is, some of them more than once. */
async function everyKind(claimedCode: string, amount: number): Promise<string[]> {
  const claimed = await insertLeads(ctx, amount);
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select c.project_id, c.key, l.email, c.batch_id, 'api', now() from codes c join leads l on l.email = any(array(
      select jsonb_array_elements_text(${JSON.stringify(claimed)}::jsonb))) where c.text = ${claimedCode}`);
  const silent = await Promise.all(Array.from({ length: amount }, () => insertLead(ctx, { suppressed: true })));
  const strangers = Array.from({ length: amount }, () => uniqueEmail());
  const emails = [...claimed, ...silent, ...strangers, ...(await insertLeads(ctx, amount))];
  return [...emails, ...emails.filter((_, i) => i % 3 === 0)];
}

describe("a preview says what sending right after does, and changes nothing", () => {
  test("of a code, for every reason to skip somebody", async () => {
    const code = await insertCode(ctx, { allowedClaims: 100 });
    const found = await agrees({ code: normalizeCode(code), emails: await everyKind(code, 25) });
    expect(found.skipped.map(({ reason, sample }) => [reason, sample.length])).toEqual([
      ["not_a_lead", 20],
      ["duplicate", 20],
      ["already_claimed", 20],
      ["suppressed", 20],
    ]);
    expect(found).toMatchObject({ receivedLeads: 134, notifiedLeads: 25, refusal: null, warnings: [] });
    expect(found.sample).toHaveLength(20);
  });

  test("of a code that is reserved", async () => {
    const [ada, eve] = [await insertLead(ctx), await insertLead(ctx)];
    const found = await agrees({ code: normalizeCode(await insertCode(ctx, { reservedFor: ada })), emails: [eve, ada] });
    expect(found).toMatchObject({ sample: [ada], skipped: [{ reason: "reserved_for_another", count: 1, sample: [eve] }], warnings: [] });
  });

  test("of personal codes", async () => {
    const found = await agrees({ personal: { type: "alphanumeric" }, emails: await everyKind(await insertCode(ctx), 3) });
    expect(found).toMatchObject({ notifiedLeads: 6, refusal: null, warnings: [] });
  });

  test("of a filter", async () => {
    const { ctx: own } = await insertProject(ctx);
    const waiting = await insertLeads(own, 5, { onWaitlist: true });
    await insertLeads(own, 3);
    const code = normalizeCode(await insertCode(own, { allowedClaims: 5 }));
    const found = await agrees({ code, filter: { waitlist: true } }, own);
    expect([...found.sample].sort()).toEqual(waiting.sort());
    await agrees({ personal: {}, filter: { all: true } }, own);
    expect(await agrees({ code, filter: { q: "nobody at all" } }, own)).toMatchObject({
      receivedLeads: 0,
      notifiedLeads: 0,
      refusal: null,
    });
  });

  test.each<[string, CodeOptions]>([
    ["code_paused", { paused: true }],
    ["code_expired", { validUntil: secondsFromNow(-1) }],
    ["code_exhausted", { claimedBy: ["first@example.org"] }],
  ])("that it would be refused with %s, and who would get it otherwise", async (error, facts) => {
    const emails = [...(await insertLeads(ctx, 2)), "nobody@example.org"];
    const found = await agrees({ code: normalizeCode(await insertCode(ctx, facts)), emails });
    expect(found).toMatchObject({ refusal: { error }, notifiedLeads: 2 });
  });

  test("that the code is not there, or that personal ones would be over", async () => {
    const emails = await insertLeads(ctx, 2);
    expect(await agrees({ code: "nowhere", emails })).toMatchObject({ refusal: { error: "code_not_found" } });
    expect(await agrees({ personal: { validUntil: secondsFromNow(-1) }, emails })).toMatchObject({ refusal: { error: "code_expired" } });
  });
});

describe("a preview warns", () => {
  test("of what the code and the mail are", async () => {
    const { ctx: own } = await insertProject(ctx);
    const emails = await insertLeads(own, 3);
    const code = await insertCode(own, {
      type: "numeric",
      allowedClaims: 2,
      validFrom: secondsFromNow(3600),
      validUntil: secondsFromNow(7200),
    });
    const found = await previewOf({ code: normalizeCode(code), emails }, own);
    expect(warned(found)).toEqual(["too_few_uses", "not_started", "ends_soon", "mail_not_connected", "weak_codes"]);
    expect(found.error).toBeNull();
  });

  test("of what personal codes would be", async () => {
    const personal = { type: "numeric", validFrom: secondsFromNow(3600), validUntil: secondsFromNow(7200) } as const;
    expect(warned(await previewOf({ personal, emails: await insertLeads(ctx, 3) }))).toEqual(["not_started", "ends_soon", "weak_codes"]);
  });

  test("of a format that is used so much that guesses hit", async () => {
    const { ctx: own } = await insertProject(ctx);
    await connectSmtpServer(own);
    const code = normalizeCode(await insertCode(own, { allowedClaims: 5 }));
    const emails = [await insertLead(own)];
    expect(warned(await previewOf({ code, emails }, own))).toEqual([]);
    await own.db.execute(sql`
      insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
      select project_id, 'creative' || n, 'creative-' || n, 'creative', 1, batch_id, 1000000 + n
      from codes c, generate_series(1, 400) as n where c.project_id = ${own.projectId} and c.key = ${code}`);
    expect(warned(await previewOf({ code, emails }, own))).toEqual(["weak_codes"]);
    expect(warned(await previewOf({ personal: {}, emails }, own))).toEqual([]);
  });
});

test("a preview waits for nobody, and nobody for it", async () => {
  const ada = await insertLead(ctx);
  const code = await insertCode(ctx);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from codes where text = ${code} for update`);
    await tx.execute(sql`select from leads where email = ${ada} for update`);
    expect(await previewOf({ code: normalizeCode(code), emails: [ada] }, world.openSecondPool().ctx)).toMatchObject({ notifiedLeads: 1 });
  });
  await runAndRollBack(ctx, async (inner) => {
    await previewOf({ code: normalizeCode(code), emails: [ada] }, inner);
    await db.execute(sql`select from leads where email = ${ada} for update nowait`);
  });
});

describe("of very many", { timeout: 60_000 }, () => {
  // The database's statistics know nothing of the project, as they do not right after many leads arrived.
  const make = async () => {
    const { ctx: own } = await insertProject(ctx);
    const { ctx: earlier } = await insertProject(ctx);
    await own.db.execute(sql`alter table leads set (autovacuum_enabled = false)`);
    await own.db.execute(sql`insert into leads (project_id, email, referral_code)
      select ${earlier.projectId}, 'early' || n || '@example.org', 'e' || n from generate_series(1, 3000) as n`);
    await own.db.execute(sql`analyze leads`);
    await own.db.execute(sql`insert into leads (project_id, email, referral_code)
      select ${own.projectId}, 'many' || n || '@example.org', 'r' || n from generate_series(1, ${maxRecipients + 1}::int) as n`);
    return own;
  };
  // Not before it is needed: the tests above look whether anything changes.
  let made: Promise<Context> | undefined;
  const crowd = () => (made ??= make());

  test("50,000 addresses are looked up", async () => {
    const own = await crowd();
    const emails = Array.from({ length: maxRecipients }, (_, i) => `many${i + 3}@example.org`);
    const found = await previewOf({ code: normalizeCode(await insertCode(own, { allowedClaims: 9 })), emails }, own);
    expect(found).toMatchObject({ notifiedLeads: maxRecipients - 1, skipped: [{ reason: "not_a_lead", count: 1 }] });
  });

  test("more that match than one send takes are counted, and are too many", async () => {
    const own = await crowd();
    const found = await previewOf({ code: "nowhere", filter: { all: true } }, own);
    expect(found).toMatchObject({
      receivedLeads: maxRecipients + 1,
      notifiedLeads: 0,
      refusal: { error: "invalid_input", message: "The filter matches more than 50,000 leads; narrow it." },
    });
    const asked = { code: normalizeCode(await insertCode(own)), filter: {} };
    const before = await fingerprintDatabase(db);
    await expect(sendCode(own, asked)).rejects.toMatchObject({ fields: { filter: [expect.stringContaining("50,000")] } });
    await expect(inviteLeads(own, { filter: asked.filter })).rejects.toMatchObject({
      fields: { filter: [expect.stringContaining("50,000")] },
    });
    expect(await fingerprintDatabase(db)).toEqual(before);
    expect(await previewSend(own, { ...asked, filter: { q: "many7777@" } })).toMatchObject({
      sample: ["many7777@example.org"],
    });
  });
});
