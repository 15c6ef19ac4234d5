import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { deleteBatches, deleteCodes, deleteLeads, listEntries, undo } from "@/tests/harness/bin";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import {
  getClaimCounts,
  insertBatch,
  insertCode,
  insertLead,
  insertProject,
  insertWaitlist,
  secondsFromNow,
  uniqueEmail,
} from "@/tests/harness/factories";
import { getQueuedDeliveryJobs } from "@/tests/harness/sends";
import { size } from "@/tests/harness/size";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { getBatch } from "../batches/record";
import { exchangeToken } from "../claims/exchange";
import { recordFailedClaim } from "../claims/failed";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import { generateBatch } from "../codes/generate";
import { getCode } from "../codes/record";
import { sendCode } from "../codes/send";
import type { Context } from "../context";
import { readStoredEvents } from "../events/stored-events";
import { cancelJob, getJob } from "../jobs/jobs";
import { createLead } from "../leads/create";
import { deleteLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { creditReferral } from "../leads/referrals";
import { getWaitlistPosition, moveOnWaitlist, setOnWaitlist } from "../leads/waitlist";
import { sendAnnouncement } from "../sends/announce";
import { queueAutomaticEmail } from "../sends/queue-automatic-email";
import { countRows } from "../sql";
import { deleteFromBin } from "./delete";
import { restoreFromBin } from "./restore";

const app = await createTestApp();
const { db } = app;

async function createProject(): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await db.execute(sql`update projects set referral_bonus = 2 where id = ${ctx.projectId}`);
  return ctx;
}

const key = (code: string) => code.replace(/-/g, "");

const tables = [
  "batches",
  "codes",
  "claims",
  "leads",
  "lead_invitations",
  "deliveries",
  "sends",
  "failed_claims",
  "events",
  "suppressions",
];

/** All rows of a project, without when they were last updated and without what deleting and restoring add to the activity. */
async function dump({ projectId }: Context): Promise<Record<string, unknown>> {
  const rows = await Promise.all(
    tables.map(async (table) => {
      const condition =
        table === "events"
          ? sql`and kind not in ('lead.deleted', 'lead.restored', 'code.deleted', 'code.restored', 'batch.deleted', 'batch.restored', 'code.paused', 'code.resumed', 'lead.invitation_expired', 'lead.invitation_reopened', 'records.changed')`
          : sql``;
      const [row] = await queryRows<{ rows: unknown }>(
        db,
        sql`select jsonb_agg(to_jsonb(t) - 'updated_at' order by (to_jsonb(t) - 'updated_at')::text) as rows from ${sql.identifier(table)} t where project_id = ${projectId} ${condition}`,
      );
      return [table, row?.rows] as const;
    }),
  );
  const waiting = await queryRows<{ email: string }>(
    db,
    sql`select email from leads where project_id = ${projectId} and on_waitlist order by email`,
  );
  const positions = await Promise.all(waiting.map(async ({ email }) => [email, await getWaitlistPosition({ db, projectId }, email)]));
  return Object.fromEntries([...rows, ["positions", positions]]);
}

const pick = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("There is nothing to pick");
  return item;
};

/** A project with codes, claims, emails, invitations, referrals, reservations and failed claims, by `choices`. */
async function createWorld(ctx: Context, choices: readonly number[]) {
  const leads: string[] = [];
  for (const [index, choice] of choices.entries()) {
    const referredBy = index > 0 && choice % 3 > 0 ? pick(leads, choice) : undefined;
    const email = await insertLead(ctx, {
      tags: ["vip"],
      notes: `Lead ${index}`,
      answers: { company: "Acme" },
      ...(referredBy && { referredBy }),
    });
    leads.push(email);
    if (choice % 4 > 0) await setOnWaitlist(ctx, [email], true);
    await creditReferral(ctx, email);
  }
  const batches = [
    await generateBatch(ctx, { amount: 3, allowedClaims: 3, name: "First", tags: ["press"] }),
    await generateBatch(ctx, {
      amount: 2,
      allowedClaims: 1,
      reservedFor: pick(leads, choices.length - 1),
      validUntil: secondsFromNow(3600),
    }),
  ];
  const codes = (
    await queryRows<{ key: string }>(
      db,
      sql`select key from codes where project_id = ${ctx.projectId} and reserved_for is null order by batch_id, batch_index`,
    )
  ).map((code) => code.key);
  await sendCode(ctx, { code: pick(codes, 0), emails: leads });
  for (const [index, choice] of choices.entries()) {
    await claimCode(ctx, { code: pick(codes, choice), email: pick(leads, index * choice) }).catch(() => null);
    await recordFailedClaim(ctx, { code: pick(codes, choice), email: pick(leads, choice), error: "code_exhausted", source: "page" });
  }
  await inviteLeads(ctx, { emails: leads.slice(0, 2) });
  await db.execute(sql`update deliveries set status = 'sent', attempts = 1 where project_id = ${ctx.projectId}`);
  const invited = await queryRows<{ key: string }>(db, sql`select key from codes where project_id = ${ctx.projectId}`);
  return { leads, codes: invited.map((code) => code.key), batches: batches.map(({ id }) => id) };
}

const neverAborted = new AbortController().signal;

/** The codes, batches and leads whose stored counts differ from their rows. */
const findWrongCounts = ({ projectId }: Context) =>
  queryRows(
    db,
    sql`select 'code', key from codes c where project_id = ${projectId} and claims <> (select count(*) from claims k where k.project_id = c.project_id and k.code_key = c.key)
      union all select 'batch', id::text from batches b where project_id = ${projectId} and (code_count, total_allowed_claims) <>
        (select count(*), coalesce(sum(allowed_claims), 0) from codes c where c.project_id = b.project_id and c.batch_id = b.id)
      union all select 'lead', email from leads l where project_id = ${projectId} and has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)
      union all select 'waitlist', '' where (select coalesce(sum(delta), 0) from waitlist_changes where project_id = ${projectId})
        <> (select count(*) from leads where project_id = ${projectId} and on_waitlist)`,
  );
const countCodes = (ctx: Context) => countRows(db, sql`codes`, [sql`project_id = ${ctx.projectId}`]);

describe("restoring", () => {
  test("brings back every row as it was, whatever was deleted, in the reverse order", async () => {
    const choice = fc.array(fc.nat(20), { minLength: 3, maxLength: size(4, 7) });
    const deletion = fc.record({
      kind: fc.constantFrom("codes", "leads", "batches"),
      picks: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(choice, fc.array(deletion, { minLength: 1, maxLength: 3 }), async (choices, deletions) => {
        const ctx = await createProject();
        const world = await createWorld(ctx, choices);
        const before = await dump(ctx);
        const jobs: JobRecord[] = [];
        for (const { kind, picks } of deletions) {
          const picked = <T>(items: readonly T[]) => [...new Set(picks.map((index) => pick(items, index)))];
          if (kind === "codes") jobs.push(await deleteCodes(ctx, picked(world.codes)));
          else if (kind === "leads") jobs.push(await deleteLeads(ctx, picked(world.leads)));
          else jobs.push(...(await deleteBatches(ctx, picked(world.batches)).catch(() => [])));
        }
        expect(await dump(ctx)).not.toEqual(before);
        for (const job of jobs.toReversed()) {
          if (!job.inBin) continue;
          expect(await undo(ctx, job)).toMatchObject({ status: "completed", error: null });
        }
        expect(await dump(ctx)).toEqual(before);
        expect(await listEntries(ctx)).toEqual([]);
      }),
      { numRuns: size(1, 100) },
    );
  });

  test("ends access at once, and gives it back with the claims", async () => {
    const ctx = await createProject();
    const [ada, grace] = [uniqueEmail(), uniqueEmail()];
    const code = await insertCode(ctx, { allowedClaims: 3, claimedBy: [ada, grace] });
    const { token } = (await claimCode(ctx, { code: key(code), email: ada })) as { token: string };
    const job = await deleteCodes(ctx, [code]);
    expect(job).toMatchObject({ status: "completed", changed: 1, inBin: true });
    expect(await getErrorName(getCode(ctx, key(code)))).toBe("code_not_found");
    expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
    expect(await getErrorName(claimCode(ctx, { code: key(code), email: ada }))).toBe("code_not_found");
    expect(await getLead(ctx, ada)).toMatchObject({ hasClaimedCode: false });
    expect(await undo(ctx, job)).toMatchObject({ kind: "bin.restore", status: "completed", changed: 1, error: null });
    expect(await getCode(ctx, key(code))).toMatchObject({ claims: 2, allowedClaims: 3, status: "active" });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 2, claims: 2 });
    expect(await getLead(ctx, grace)).toMatchObject({ hasClaimedCode: true });
    expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
    expect(await getJob(ctx, job.id)).toMatchObject({ inBin: false });
    expect(await getErrorName(undo(ctx, job))).toBe("bin_entry_not_found");
  });

  test("keeps a code in the bin while its text exists again, and restores it once that is deleted", async () => {
    const ctx = await createProject();
    const code = await insertCode(ctx, { claimedBy: [uniqueEmail()] });
    const job = await deleteCodes(ctx, [code]);
    await insertCode(ctx, { text: code.toUpperCase() });
    expect(await undo(ctx, job)).toMatchObject({
      changed: 0,
      error: { error: "code_exists", message: expect.stringContaining("stays in the bin") },
    });
    expect(await getCode(ctx, key(code))).toMatchObject({ code: code.toUpperCase(), claims: 0 });
    const second = await deleteCodes(ctx, [code]);
    // Of two deletions of one code, the last one.
    const both = (await listEntries(ctx)).map(({ id }) => id);
    expect(await restoreFromBin(ctx, { entries: both })).toMatchObject({ changed: 1, error: { error: "code_exists" } });
    expect(await getCode(ctx, key(code))).toMatchObject({ code: code.toUpperCase() });
    expect(await getErrorName(undo(ctx, second))).toBe("bin_entry_not_found");
    await deleteCode(ctx, key(code));
    expect(await undo(ctx, job)).toMatchObject({ changed: 1, error: null });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("keeps a lead in the bin while their email is a lead again, and changes nothing of theirs", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { firstname: "Ada" });
    const code = await insertCode(ctx, { claimedBy: [email] });
    const job = await deleteLeads(ctx, [email]);
    await insertLead(ctx, { email, firstname: "Grace" });
    expect(await undo(ctx, job)).toMatchObject({ changed: 0, error: { error: "lead_exists" } });
    expect(await getLead(ctx, email)).toMatchObject({ firstname: "Grace", hasClaimedCode: false });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 0, claims: 0 });
    expect(await listEntries(ctx)).toMatchObject([{ kind: "lead", label: email, claims: 1 }]);
  });

  test("leaves out claims of codes that were deleted or have no claims left, and says so", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    const [full, deleted, kept] = [
      await insertCode(ctx, { claimedBy: [email] }),
      await insertCode(ctx, { claimedBy: [email] }),
      await insertCode(ctx, { claimedBy: [email] }),
    ];
    const reserved = await insertCode(ctx, { reservedFor: email });
    const job = await deleteLeads(ctx, [email]);
    await claimCode(ctx, { code: key(full), email: uniqueEmail() });
    await deleteCode(ctx, key(deleted));
    // Another code with the same text isn't the code that they claimed.
    await insertCode(ctx, { text: deleted });
    await bulkUpdateCodes(ctx, { action: "resume", codes: [key(reserved)] });
    expect(await undo(ctx, job)).toMatchObject({
      changed: 1,
      error: {
        error: "code_not_found",
        message: expect.stringMatching(/^1 claim .* deleted\. 1 claim .* no claims left\. 1 code .* reserved again/),
      },
    });
    expect(await getClaimCounts(ctx, full)).toEqual({ counter: 1, claims: 1 });
    expect(await getClaimCounts(ctx, deleted)).toEqual({ counter: 0, claims: 0 });
    expect(await getClaimCounts(ctx, kept)).toEqual({ counter: 1, claims: 1 });
    expect(await getCode(ctx, key(reserved))).toMatchObject({ reservedFor: null, status: "active" });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: true });
  });

  test("leaves out claims of people who are no longer leads", async () => {
    const ctx = await createProject();
    const [ada, grace] = [await insertLead(ctx), await insertLead(ctx)];
    const code = await insertCode(ctx, { allowedClaims: 2, claimedBy: [ada, grace] });
    const job = await deleteCodes(ctx, [code]);
    await deleteLeads(ctx, [ada]);
    expect(await undo(ctx, job)).toMatchObject({ changed: 1, error: { error: "lead_not_found" } });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("restores a code only to its batch", async () => {
    const ctx = await createProject();
    const batch = await insertBatch(ctx);
    const codes = [await insertCode(ctx, { batch }), await insertCode(ctx, { batch })];
    const job = await deleteCodes(ctx, codes.slice(0, 1));
    const [batchJob] = await deleteBatches(ctx, [batch]);
    expect(await undo(ctx, job)).toMatchObject({ changed: 0, error: { error: "batch_not_found" } });
    const [entry] = await listEntries(ctx, { kind: "batch" });
    expect(entry).toMatchObject({ label: "A batch", codes: 1, claims: null, deletion: batchJob?.id });
    // One of its codes is found, but comes back with the batch.
    const [found] = await listEntries(ctx, { q: codes[1]?.toUpperCase() });
    expect(found).toMatchObject({ kind: "code", batch: { id: batch, name: "A batch" } });
    expect(await restoreFromBin(ctx, { entries: [found?.id ?? ""] })).toMatchObject({ error: { error: "batch_not_found" } });
    expect(await restoreFromBin(ctx, { entries: [entry?.id ?? ""] })).toMatchObject({
      changed: 1,
      error: null,
      batch: { name: "A batch" },
    });
    expect(await undo(ctx, job)).toMatchObject({ changed: 1, error: null });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 2, totalAllowedClaims: 2, paused: false });
    expect(await listEntries(ctx)).toEqual([]);
  });

  test("keeps the codes of a restored batch that exist again in the bin, with a line of their own", async () => {
    const ctx = await createProject();
    const batch = await insertBatch(ctx);
    const codes = [await insertCode(ctx, { batch }), await insertCode(ctx, { batch })];
    const [job] = await deleteBatches(ctx, [batch]);
    await insertCode(ctx, { text: codes[0] ?? "" });
    expect(job && (await undo(ctx, job))).toMatchObject({ changed: 1, error: { error: "code_exists" } });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 1 });
    expect(await listEntries(ctx)).toMatchObject([{ kind: "code", label: codes[0], batch: null }]);
  });

  test("restores a large batch in the background, and again after a restore was canceled", async () => {
    const ctx = await createProject();
    const amount = size(600, 100_000);
    const { id: batch } = await generateBatch(ctx, { amount, type: "alphanumeric", name: "Spring fair" });
    const [deletion] = await deleteBatches(ctx, [batch]);
    if (!deletion) throw new Error("There is no job");
    expect(deletion).toMatchObject({ status: "queued" });
    expect(await getBatch(ctx, batch)).toMatchObject({ paused: true });
    expect(await getErrorName(undo(ctx, deletion))).toBe("deletion_in_progress");
    const entries = await queryRows<{ id: string }>(db, sql`select id from bin_entries where deletion_id = ${deletion.id}`);
    expect(await getErrorName(deleteFromBin(ctx, { entries: entries.map(({ id }) => id) }))).toBe("deletion_in_progress");
    await runBackgroundJob(ctx, deletion.id, neverAborted);
    expect(await getErrorName(getBatch(ctx, batch))).toBe("batch_not_found");
    await cancelJob(ctx, (await undo(ctx, deletion)).id);
    const restore = await undo(ctx, deletion);
    expect(restore).toMatchObject({ status: "queued", batch: { id: batch, name: "Spring fair" } });
    await runBackgroundJob(ctx, restore.id, neverAborted);
    expect(await getJob(ctx, restore.id)).toMatchObject({ status: "completed", changed: amount, error: null });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: amount, totalAllowedClaims: amount, paused: false });
    expect(await countCodes(ctx)).toBe(amount);
    expect(await listEntries(ctx)).toEqual([]);
  }, 300_000);

  test("doesn't list a batch whose deletion was canceled before it began, and restores what a canceled one deleted", async () => {
    const ctx = await createProject();
    const { id: batch } = await generateBatch(ctx, { amount: 501, name: "Spring fair" });
    const [deletion] = await deleteBatches(ctx, [batch]);
    if (!deletion) throw new Error("There is no job");
    await cancelJob(ctx, deletion.id);
    expect(await listEntries(ctx)).toEqual([]);
    const [first] = await queryRows<{ text: string }>(db, sql`select text from codes where project_id = ${ctx.projectId} limit 1`);
    const job = await deleteCodes(ctx, [first?.text ?? ""]);
    await db.execute(
      sql`update bin_entries set deletion_id = ${deletion.id}, is_listed = false where project_id = ${ctx.projectId} and kind = 'code'`,
    );
    expect(await listEntries(ctx)).toMatchObject([{ kind: "batch", label: "Spring fair" }]);
    expect(await getErrorName(undo(ctx, job))).toBe("bin_entry_not_found");
    expect(await undo(ctx, deletion)).toMatchObject({ changed: 1, error: null });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 501, totalAllowedClaims: 501 });
    expect(await listEntries(ctx)).toEqual([]);
  });

  test("restores once and keeps all counts right while others restore, claim, sign up, delete and erase", async () => {
    const ctx = await createProject();
    const second = { ...ctx, db: app.openSecondPool().ctx.db };
    for (let round = 0; round < size(1, 20); round++) {
      const batch = await insertBatch(ctx);
      const [ada, grace] = [await insertLead(ctx), await insertLead(ctx)];
      await setOnWaitlist(ctx, [ada], true);
      await insertLead(ctx, { referredBy: ada });
      const codes = [
        await insertCode(ctx, { batch, allowedClaims: 2, claimedBy: [ada, grace] }),
        await insertCode(ctx, { batch, reservedFor: ada }),
      ];
      const jobs = [await deleteLeads(ctx, [ada]), await deleteCodes(ctx, codes.slice(0, 1))];
      await Promise.all([
        ...[...jobs, ...jobs].map((job, index) => getOutcome(undo(index % 2 ? ctx : second, job))),
        getOutcome(claimCode(second, { code: key(codes[0] ?? ""), email: uniqueEmail() })),
        getOutcome(createLead(ctx, { email: ada, waitlist: true })),
        getOutcome(deleteLead(second, grace)),
        ...(round % 2 ? [getOutcome(deleteLead(ctx, ada))] : [getOutcome(deleteBatches(ctx, [batch]))]),
      ]);
      expect(await findWrongCounts(ctx)).toEqual([]);
      const entries = await listEntries(ctx);
      expect(entries.filter(({ label }) => label === grace)).toEqual([]);
    }
  });

  test("moves a referrer to their exact place, or up by the bonus if they were moved since", async () => {
    const ctx = await createProject();
    const line = await insertWaitlist(ctx, 6);
    const referrer = line[4] ?? "";
    const friend = await insertLead(ctx, { referredBy: referrer });
    await creditReferral(ctx, friend);
    const position = async () => (await getWaitlistPosition(ctx, referrer))?.position;
    expect(await position()).toBe(3);
    const job = await deleteLeads(ctx, [friend]);
    expect(await position()).toBe(5);
    await undo(ctx, job);
    expect(await position()).toBe(3);
    expect(await getLead(ctx, friend)).toMatchObject({ referredBy: { email: referrer } });
    const again = await deleteLeads(ctx, [friend]);
    await moveOnWaitlist(ctx, referrer, 1);
    await undo(ctx, again);
    expect(await position()).toBe(2);
  });

  test("sends what was waiting only if its send is scheduled or still in progress", async () => {
    const ctx = await createProject();
    const [lead, other] = [await insertLead(ctx, { onWaitlist: true }), await insertLead(ctx)];
    const code = await insertCode(ctx, { allowedClaims: 5 });
    const announcement = { subject: "News", body: "Hello" };
    await sendAnnouncement(ctx, { ...announcement, emails: [lead], scheduledAt: secondsFromNow(3600) });
    await sendCode(ctx, { code: key(code), emails: [lead, other] });
    await sendAnnouncement(ctx, { ...announcement, emails: [lead] });
    await inviteLeads(ctx, { emails: [lead] });
    await queueAutomaticEmail(ctx, lead, "joined");
    const job = await deleteLeads(ctx, [lead]);
    await undo(ctx, job);
    const rows = await queryRows<{ id: string; kind: string; status: string; attempts: number }>(
      db,
      sql`select d.id, d.kind, d.status, d.attempts from deliveries d where project_id = ${ctx.projectId} and email = ${lead} order by created_at, send_id`,
    );
    expect((await getQueuedDeliveryJobs(ctx, rows[1]?.id)).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect((await getQueuedDeliveryJobs(ctx, rows[0]?.id)).map(({ attempt }) => attempt)).toEqual([1]);
    expect(rows.map(({ kind, status, attempts }) => ({ kind, status, attempts }))).toEqual([
      { kind: "announcement", status: "queued", attempts: 0 },
      { kind: "code", status: "queued", attempts: 1 },
      { kind: "announcement", status: "canceled", attempts: 0 },
      { kind: "code", status: "canceled", attempts: 0 },
      { kind: "joined", status: "canceled", attempts: 0 },
    ]);
    // The invitation was never sent, so they wait as before.
    expect(await getLead(ctx, lead)).toMatchObject({ onWaitlist: true, waitlistStatus: "waiting", invitation: null });
  });

  test("tells the activity of a restored lead", async () => {
    const ctx = await staffContext(await createProject());
    const email = uniqueEmail();
    const code = await insertCode(ctx);
    await claimCode(ctx, { code: key(code), email });
    const job = await deleteLeads(ctx, [email]);
    const list = () =>
      queryRows(
        db,
        sql`select kind, email, data from (${readStoredEvents(sql`select * from events where project_id = ${ctx.projectId}`)}) as e
          where kind not in ('staff.signed_in', 'records.changed') order by id`,
      );
    expect((await list()).map((event) => (event as { email: string | null }).email)).toEqual([null, null, null]);
    await undo(ctx, job);
    expect(await list()).toMatchObject([
      { kind: "lead.created", email },
      { kind: "code.claimed", email },
      { kind: "lead.deleted", email, data: { bin: true } },
      { kind: "lead.restored", email, data: { claims: 1 } },
    ]);
  });
});
