import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { defaultEmailTemplates } from "@/contract/default-email-templates";
import { normalizeCode } from "@/contract/normalize";
import { createWaveEndpoint } from "@/contract/waves";
import { queryRows } from "@/db/query";
import { suppressions } from "@/db/schema";
import { formatDay } from "@/lib/dates";
import { newId } from "@/lib/ids";
import { getErrorName } from "@/tests/harness/errors";
import { insertLead, insertProject, insertStaff, insertWaitlist, secondsFromNow } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { updateEmailTemplate } from "../email-templates/templates";
import { listTemplateVersions } from "../email-templates/versions";
import { createLead } from "../leads/create";
import { declineInvitation, expireInvitations, sendReminders } from "../leads/invitations";
import { getLead } from "../leads/record";
import { getWaitlistPosition } from "../leads/waitlist";
import { listWaitlist } from "../leads/waitlist-list";
import { takeDeliveries } from "../sends/delivery-attempts";
import { previewWave } from "./preview";
import { getWave, getWaveStats, listWaves } from "./record";
import { runDueWaves } from "./run";
import { cancelWave, cancelWavesOfStaff, createWave } from "./waves";

const app = await createTestApp();
const secondPool = app.openSecondPool().ctx;

async function createWaitlist(amount: number): Promise<{ ctx: Context; second: Context; emails: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertWaitlist(ctx, amount);
  return { ctx, second: { ...secondPool, projectId: ctx.projectId }, emails };
}

const listWaiting = async (ctx: Context) => (await collectAll(listWaitlist(ctx, {}))).map(({ email }) => email);
const listInvited = async (ctx: Context) => (await collectAll(listWaitlist(ctx, { status: "invited" }))).map(({ email }) => email);
const codeOf = async (ctx: Context, email: string) => normalizeCode((await getLead(ctx, email)).invitation?.code ?? "");
const makeDue = ({ db, projectId }: Context) =>
  db.execute(sql`update waves set scheduled_at = now() - interval '1 second' where project_id = ${projectId}`);
const listReminders = ({ db, projectId }: Context) =>
  queryRows<{ id: string; email: string; status: string }>(
    db,
    sql`select id, email, status from deliveries where project_id = ${projectId} and kind = 'reminder' order by email`,
  );
const countDeliveries = async ({ db, projectId }: Context) =>
  queryRows<{ email: string }>(db, sql`select email from deliveries where project_id = ${projectId}`);

describe("a wave", () => {
  test("is named by how many it invited, unless it has a name", async () => {
    const { ctx: projectCtx } = await insertProject(app.ctx, { timeZone: "UTC" });
    await insertLead(projectCtx, { onWaitlist: true });
    const day = formatDay(new Date(await getDatabaseTime(projectCtx)), "UTC");
    const wave = await createWave(projectCtx, { size: 20 });
    expect(wave).toMatchObject({ name: `Wave of 1, ${day}`, invited: 1 });
    const [batch] = await queryRows<{ name: string }>(
      projectCtx.db,
      sql`select name from batches where project_id = ${projectCtx.projectId}`,
    );
    expect(batch?.name).toBe(`1 code, ${day}`);
    await insertLead(projectCtx, { onWaitlist: true });
    expect((await createWave(projectCtx, { size: 20 })).name).toMatch(new RegExp(`^Wave of 1, ${day}, \\d\\d:\\d\\d$`));
    const scheduledAt = "2031-12-05T09:00:00.000Z";
    expect((await createWave(projectCtx, { size: 20, scheduledAt })).name).toBe("Wave of up to 20, Dec 5, 2031");
    const repeat = { time: "09:00", total: 60 };
    expect((await createWave(projectCtx, { size: 20, repeat })).name).toBe(`Recurring wave of up to 20, ${day}`);
  });

  test("invites the first in line with personal codes, and everyone behind them moves up", async () => {
    const { ctx, emails } = await createWaitlist(6);
    const wave = await createWave(ctx, { size: 2, validUntil: secondsFromNow(3600), name: "First two" });
    expect(wave).toMatchObject({ name: "First two", status: "sent", invited: 2, claimed: 0, passOn: false });
    expect(await listInvited(ctx)).toEqual(emails.slice(0, 2));
    expect(await getWaitlistPosition(ctx, emails[2] ?? "")).toEqual({ position: 1, waiting: 4 });
    expect((await countDeliveries(ctx)).map(({ email }) => email).sort()).toEqual(emails.slice(0, 2));
    await claimCode(ctx, { code: await codeOf(ctx, emails[0] ?? ""), email: emails[0] ?? "" });
    expect(await getWave(ctx, wave.id)).toMatchObject({ invited: 2, claimed: 1 });
    expect(await createWave(ctx, { size: 99 })).toMatchObject({ size: 99, invited: 4 });
    const listWave = async (query: Parameters<typeof listWaitlist>[1]) =>
      (await collectAll(listWaitlist(ctx, { wave: wave.id, ...query }))).map(({ email }) => email);
    expect(await listWave({})).toEqual(emails.slice(0, 2));
    expect([await listWave({ status: "invited", q: emails[1] }), await listWave({ status: "claimed" })]).toEqual([
      [emails[1]],
      [emails[0]],
    ]);
    expect(await getErrorName(createWave(ctx, { size: 1 }))).toBe("no_one_to_invite");
    expect((await collectAll(listWaves(ctx, {}))).map(({ invited }) => invited)).toEqual([4, 2]);
  });

  test("invites each person once however many race", async () => {
    const amount = size(60, 2000);
    const { ctx, second, emails } = await createWaitlist(amount);
    const perWave = amount / 4;
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => createWave(index % 2 === 0 ? ctx : second, { size: perWave }).catch(() => null)),
    );
    const recipients = (await countDeliveries(ctx)).map(({ email }) => email);
    expect(recipients.length).toBe(amount);
    expect([...new Set(recipients)].sort()).toEqual(emails);
    expect(await listWaiting(ctx)).toEqual([]);
  });

  test("invites only those who match, and leaves no trace if it fails", async () => {
    const { ctx, emails } = await createWaitlist(6);
    await createWave(ctx, { size: 2, filter: { confirmed: true } });
    expect(await listInvited(ctx)).toEqual([emails[1], emails[3]]);
    expect(await getErrorName(createWave(ctx, { size: 1, validUntil: secondsFromNow(-1) }))).toBe("code_expired");
    expect(await getErrorName(createWave(ctx, { size: 1, filter: { q: "unmatched" } }))).toBe("no_one_to_invite");
    expect(await collectAll(listWaves(ctx, {}))).toHaveLength(1);
  });
});

test("the stats of a wave count invited people and claims by the days of the project's time zone", async () => {
  const { ctx, emails } = await createWaitlist(3);
  await ctx.db.execute(sql`update projects set time_zone = 'Pacific/Auckland' where id = ${ctx.projectId}`);
  const { id } = await createWave(ctx, { size: 3 });
  await claimCode(ctx, { code: await codeOf(ctx, emails[1] ?? ""), email: emails[1] ?? "" });
  // 10:30 and 11:30 in UTC are on two days in Auckland.
  await ctx.db.execute(
    sql`update lead_invitations set created_at = case when email = ${emails[0]} then '2026-03-01T10:30Z'::timestamptz else '2026-03-01T11:30Z' end
      where project_id = ${ctx.projectId}`,
  );
  await ctx.db.execute(sql`update claims set claimed_at = '2026-03-03T11:30Z' where project_id = ${ctx.projectId}`);
  expect((await getWaveStats(ctx, id)).days.slice(0, 5)).toEqual([
    { date: "2026-03-01", invited: 1, claimed: 0 },
    { date: "2026-03-02", invited: 2, claimed: 0 },
    { date: "2026-03-03", invited: 0, claimed: 0 },
    { date: "2026-03-04", invited: 0, claimed: 1 },
    { date: "2026-03-05", invited: 0, claimed: 0 },
  ]);
  expect((await getWaveStats(ctx, id)).days).toHaveLength(11);
  expect((await getWaveStats(ctx, (await createWave(ctx, { size: 1, scheduledAt: secondsFromNow(60) })).id)).days).toEqual([]);
});

describe("the preview", () => {
  test("names who is invited from which position to which, and who is skipped and why", async () => {
    const { ctx, emails } = await createWaitlist(10);
    await ctx.db.insert(suppressions).values({ projectId: ctx.projectId, email: emails[3] ?? "", reason: "unsubscribed" });
    expect(await previewWave(ctx, { size: 2, filter: { confirmed: true } })).toEqual({
      matching: 4,
      preferred: 0,
      invited: 2,
      first: { email: emails[1], position: 2 },
      last: { email: emails[5], position: 6 },
      skipped: [
        { reason: "suppressed", count: 1 },
        { reason: "unconfirmed", count: 3 },
      ],
      sample: [
        { email: emails[1], position: 2 },
        { email: emails[5], position: 6 },
      ],
      warnings: [expect.objectContaining({ warning: "email_not_connected" })],
      batch: null,
    });
    expect(await previewWave(ctx, { size: 50 })).toMatchObject({
      matching: 9,
      invited: 9,
      last: { position: 10 },
      skipped: [{ reason: "suppressed", count: 1 }],
    });
    expect(await previewWave(ctx, { size: 1, filter: { q: "unmatched" } })).toEqual({
      matching: 0,
      preferred: 0,
      invited: 0,
      first: null,
      last: null,
      skipped: [{ reason: "no_match", count: 10 }],
      sample: [],
      warnings: [expect.objectContaining({ warning: "email_not_connected" })],
      batch: null,
    });
    expect(await listWaiting(ctx)).toEqual(emails);
    // The wave does what the preview says.
    await createWave(ctx, { size: 2, filter: { confirmed: true } });
    expect(await listInvited(ctx)).toEqual([emails[1], emails[5]]);
  });

  test("counts bounced emails, and those who aren't in line because they're unconfirmed or held", async () => {
    const { ctx, emails } = await createWaitlist(4);
    await ctx.db.insert(suppressions).values({ projectId: ctx.projectId, email: emails[0] ?? "", reason: "bounced" });
    for (const [status, source] of [
      ["unconfirmed", "page"],
      ["unconfirmed", "widget"],
      ["held", "page"],
    ] as const)
      await insertLead(ctx, { status, source });
    expect((await previewWave(ctx, { size: 2 })).skipped).toEqual([
      { reason: "bounced", count: 1 },
      { reason: "unconfirmed", count: 2 },
      { reason: "held", count: 1 },
    ]);
    expect((await previewWave(ctx, { size: 1, filter: { source: "widget" } })).skipped).toEqual([
      { reason: "unconfirmed", count: 1 },
      { reason: "no_match", count: 4 },
    ]);
  });

  test("names the last of many", async () => {
    const { ctx, emails } = await createWaitlist(60);
    expect(await previewWave(ctx, { size: 45 })).toMatchObject({
      invited: 45,
      last: { email: emails[44], position: 45 },
      sample: { length: 20 },
    });
  });
});

describe("the texts of a wave", () => {
  const readMessages = async (ctx: Context) => {
    const ids = await queryRows<{ id: string }>(
      ctx.db,
      sql`select id from deliveries where project_id = ${ctx.projectId} and status = 'queued'`,
    );
    const messages = await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: ids.map(({ id }) => id) });
    return messages.map(({ content }) => content.text);
  };

  test("replace those of the email template, also when the wave is sent later and places are passed on", async () => {
    const { ctx, emails } = await createWaitlist(2);
    const wave = await createWave(ctx, {
      size: 1,
      scheduledAt: secondsFromNow(60),
      passOn: true,
      subject: "Come in, {{firstname|friend}}",
    });
    expect(wave.content).toEqual({ subject: "Come in, {{firstname|friend}}", body: null, button: null });
    await makeDue(ctx);
    await runDueWaves(ctx);
    await declineInvitation(ctx, { code: await codeOf(ctx, emails[0] ?? ""), email: emails[0] ?? "" });
    await runDueWaves(ctx);
    const subjects = await queryRows(ctx.db, sql`select subject, body from sends where project_id = ${ctx.projectId}`);
    expect(subjects).toEqual(Array(2).fill({ subject: "Come in, {{firstname|friend}}", body: null }));
    expect((await readMessages(ctx)).at(-1)).toMatchObject({ subject: "Come in, {{firstname|friend}}", button: "Claim your code" });
  });

  test("can be those of a version of the template", async () => {
    const { ctx } = await createWaitlist(1);
    const earlier = { ...defaultEmailTemplates.invitation, subject: "Earlier" };
    await updateEmailTemplate(ctx, "invitation", earlier);
    await updateEmailTemplate(ctx, "invitation", { ...earlier, subject: "Later" });
    const [, version] = await listTemplateVersions(ctx, "invitation");
    const { content } = await createWave(ctx, { size: 1, templateId: version?.id, button: "Join" });
    expect(content).toEqual({ ...earlier, button: "Join" });
    expect(await readMessages(ctx)).toEqual([{ ...earlier, button: "Join" }]);
    expect(await getErrorName(createWave(ctx, { size: 1, templateId: newId() }))).toBe("email_template_version_not_found");
  });

  test("are checked when the wave is created", async () => {
    const { ctx } = await createWaitlist(1);
    expect(await getErrorName(createWave(ctx, { size: 1, scheduledAt: secondsFromNow(60), body: "Hello {{name}}" }))).toBe("invalid_input");
    expect(await collectAll(listWaves(ctx, {}))).toEqual([]);
  });
});

describe("a priority", () => {
  test("invites those with at least two referrals before others, each in the order of the line", async () => {
    const { ctx, emails } = await createWaitlist(6);
    for (const [referrer, amount] of [
      [1, 1],
      [3, 2],
      [5, 3],
    ] as const)
      for (let i = 0; i < amount; i++) {
        const friend = await insertLead(ctx);
        await ctx.db.execute(
          sql`update leads set referred_by = ${emails[referrer]}, referral_bonus_applied = 0 where project_id = ${ctx.projectId} and email = ${friend}`,
        );
      }
    const input = { size: 3, priority: { minReferrals: 2 } };
    expect(await previewWave(ctx, input)).toEqual({
      matching: 6,
      preferred: 2,
      invited: 3,
      first: { email: emails[0], position: 1 },
      last: { email: emails[5], position: 6 },
      skipped: [{ reason: "later", count: 3 }],
      sample: [
        { email: emails[3], position: 4 },
        { email: emails[5], position: 6 },
        { email: emails[0], position: 1 },
      ],
      warnings: [expect.objectContaining({ warning: "email_not_connected" })],
      batch: null,
    });
    expect((await createWave(ctx, input)).priority).toEqual({ minReferrals: 2 });
    expect(await listInvited(ctx)).toEqual([emails[0], emails[3], emails[5]]);
  });
});

describe("a scheduled wave", () => {
  test("is sent once when it is due, also by two workers, in the name of its creator", async () => {
    const { ctx, second, emails } = await createWaitlist(4);
    const { id: staff } = await insertStaff(ctx, { name: "Grace", role: "member" });
    const staffCtx: Context = { ...ctx, actor: { kind: "staff", id: staff } };
    const { id, status } = await createWave(staffCtx, { size: 2, expiresAfterDays: 7, scheduledAt: secondsFromNow(3600) });
    await runDueWaves(ctx);
    expect({ status, waiting: await listWaiting(ctx) }).toEqual({ status: "scheduled", waiting: emails });
    await makeDue(ctx);
    await Promise.all([runDueWaves(ctx), runDueWaves(second), runDueWaves(ctx)]);
    expect(await getWave(ctx, id)).toMatchObject({ status: "sent", invited: 2 });
    expect(await listInvited(ctx)).toEqual(emails.slice(0, 2));
    const expiresAt = Date.parse((await getLead(ctx, emails[0] ?? "")).invitation?.expiresAt ?? "");
    expect(Math.abs(expiresAt - Date.now() - 7 * 86_400_000)).toBeLessThan(600_000);
    expect(await queryRows(ctx.db, sql`select actor_id from events where project_id = ${ctx.projectId} and kind = 'wave.sent'`)).toEqual([
      { actor_id: staff },
    ]);
  });

  test("is done again completely after the worker died in between", async () => {
    const { ctx, emails } = await createWaitlist(4);
    const { id } = await createWave(ctx, { size: 3, scheduledAt: secondsFromNow(3600) });
    await makeDue(ctx);
    await inTransaction(ctx, async (inner) => {
      await runDueWaves(inner);
      throw new Error("The worker dies");
    }).catch(() => {});
    expect({ waiting: await listWaiting(ctx), status: (await getWave(ctx, id)).status }).toEqual({ waiting: emails, status: "scheduled" });
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual(emails.slice(0, 3));
  });

  test("can be canceled until it is sent, and is canceled when its creator is removed", async () => {
    const { ctx } = await createWaitlist(2);
    const { id: staff } = await insertStaff(ctx, { name: "Linus", role: "member" });
    const { id } = await createWave({ ...ctx, actor: { kind: "staff", id: staff } }, { size: 1, scheduledAt: secondsFromNow(3600) });
    await cancelWavesOfStaff(ctx, staff);
    for (let i = 0; i < 2; i++) expect((await cancelWave(ctx, id)).status).toBe("canceled");
    await makeDue(ctx);
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual([]);
    const sent = await createWave(ctx, { size: 1 });
    expect(await getErrorName(cancelWave(ctx, sent.id))).toBe("wave_sent");
  });
});

describe("passing on places", () => {
  test("invites the next in line for each invitation that is declined or expires, once", async () => {
    const { ctx, second, emails } = await createWaitlist(6);
    const [ada = "", grace = "", linus = ""] = emails;
    const { id } = await createWave(ctx, { size: 3, expiresAfterDays: 7, passOn: true, name: "First three" });
    await claimCode(ctx, { code: await codeOf(ctx, linus), email: linus });
    await declineInvitation(ctx, { code: await codeOf(ctx, ada), email: ada });
    const code = await codeOf(ctx, grace);
    await ctx.db.execute(
      sql`update codes set valid_until = now() - interval '1 second' where project_id = ${ctx.projectId} and key = ${code}`,
    );
    await ctx.db.execute(
      sql`update lead_invitations set expires_at = now() - interval '1 second' where project_id = ${ctx.projectId} and code_key = ${code}`,
    );
    await expireInvitations(ctx);
    await Promise.all([runDueWaves(ctx), runDueWaves(second)]);
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual(emails.slice(3, 5));
    expect(await getWave(ctx, id)).toMatchObject({ invited: 5, claimed: 1, declined: 1, expired: 1, passedOn: 2 });
    const batches = await queryRows<{ name: string }>(
      ctx.db,
      sql`select name from batches where project_id = ${ctx.projectId} order by id`,
    );
    expect(batches.map(({ name }) => name)).toEqual(["First three", "First three, places passed on"]);
  });

  test("waits until someone is in line, and does nothing if the team didn't choose it", async () => {
    const { ctx, emails } = await createWaitlist(2);
    const [ada = "", grace = ""] = emails;
    await createWave(ctx, { size: 1 });
    await declineInvitation(ctx, { code: await codeOf(ctx, ada), email: ada });
    await runDueWaves(ctx);
    expect(await listWaiting(ctx)).toEqual([grace]);
    const { id } = await createWave(ctx, { size: 1, passOn: true });
    await declineInvitation(ctx, { code: await codeOf(ctx, grace), email: grace });
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 1, passedOn: 0 });
    const late = `late-${ctx.projectId}@example.org`;
    await createLead(ctx, { email: late, waitlist: true });
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual([late]);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 2, passedOn: 1 });
  });
});

describe("reminders", () => {
  test("remind those who haven't answered once, and not those who claimed, declined or were invited again", async () => {
    const { ctx, second, emails } = await createWaitlist(4);
    const [waiting = "", claimed = "", declined = ""] = emails;
    const { id } = await createWave(ctx, { size: 3, expiresAfterDays: 7, reminderAfterDays: 3 });
    expect(await getWave(ctx, id)).toMatchObject({ reminderAfterDays: 3 });
    await sendReminders(ctx);
    expect(await listReminders(ctx)).toEqual([]);
    await ctx.db.execute(
      sql`update lead_invitations set remind_at = remind_at - interval '3 days' where project_id = ${ctx.projectId} and remind_at > now() + interval '2 days'`,
    );
    // They can share the reminders, because each skips those that the other has locked.
    const counts = await Promise.all([sendReminders(ctx), sendReminders(second)]);
    expect(counts[0] + counts[1]).toBe(3);
    expect((await listReminders(ctx)).map(({ email }) => email)).toEqual([waiting, claimed, declined]);
    await claimCode(ctx, { code: await codeOf(ctx, claimed), email: claimed });
    await declineInvitation(ctx, { code: await codeOf(ctx, declined), email: declined });
    const reminders = await listReminders(ctx);
    const messages = await takeDeliveries(ctx, {
      projectId: ctx.projectId,
      attempt: 1,
      deliveryIds: reminders.map((reminder) => reminder.id),
    });
    expect(messages.map(({ email, content }) => ({ email, kind: content.kind, code: normalizeCode(content.code ?? "") }))).toEqual([
      { email: waiting, kind: "reminder", code: await codeOf(ctx, waiting) },
    ]);
    expect((await listReminders(ctx)).map(({ email, status }) => ({ email, status }))).toEqual([
      { email: waiting, status: "sending" },
      { email: claimed, status: "canceled" },
      { email: declined, status: "canceled" },
    ]);
    expect(await sendReminders(ctx)).toBe(0);
  });

  test("come before the invitation expires", () => {
    const parse = (days: object) => createWaveEndpoint.body.safeParse({ size: 1, ...days }).error?.issues[0]?.message;
    expect(parse({ expiresAfterDays: 7, reminderAfterDays: 7 })).toBe("must be less than `expiresAfterDays`");
    expect(parse({ expiresAfterDays: 7, reminderAfterDays: 6 })).toBeUndefined();
    expect(parse({ reminderAfterDays: 6 })).toBeUndefined();
  });
});
