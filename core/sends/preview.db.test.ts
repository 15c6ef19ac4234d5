import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { z } from "zod";

import { maxImmediateRecipients, maxRecipients } from "@/contract/limits";
import { normalizeCode } from "@/contract/normalize";
import type { previewSendEndpoint, SendPreviewReply } from "@/contract/send-preview";
import { type SendResult, skipReasons } from "@/contract/sends";
import { queryRows } from "@/db/query";
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

const app = await createTestApp();
const { ctx, db } = app;
await connectSmtpServer(ctx);

type PreviewInput = z.output<NonNullable<typeof previewSendEndpoint.body>>;
const getPreview = (input: PreviewInput, callerCtx: Context = ctx) => previewSend(callerCtx, input);
const listWarnings = ({ warnings }: SendPreviewReply) => warnings.map(({ warning }) => warning).filter((name) => name !== "local_links");

/** The tests run at a URL that only works on this computer. */
const localLinks = {
  warning: "local_links",
  message:
    "Links in emails point to http://localhost:3000, which only works on this computer. Set APP_URL to the URL of your site in .env and restart Gatehouse.",
};

/** Sends and returns the result in the form of a preview, and rolls the send back. */
async function simulateSend(
  input: PreviewInput,
  callerCtx: Context = ctx,
): Promise<Pick<SendPreviewReply, "receivedLeads" | "notifiedLeads" | "skipped" | "error">> {
  const { code, personal, ...selection } = input;
  const reply = await runAndRollBack(callerCtx, async (inner): Promise<SendResult | ApiError> => {
    try {
      return code === undefined ? await inviteLeads(inner, { ...personal, ...selection }) : await sendCode(inner, { code, ...selection });
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
  if (reply instanceof ApiError) {
    const { receivedLeads, notifiedLeads, skipped } = await getPreview(input, callerCtx);
    return { receivedLeads, notifiedLeads, skipped, error: { error: reply.errorName, message: reply.message } };
  }
  const skipped = skipReasons.flatMap((reason) => {
    const emailsOfReason = reply.skipped.filter((each) => each.reason === reason).map(({ email }) => email);
    return emailsOfReason.length > 0 ? [{ reason, count: emailsOfReason.length, sample: emailsOfReason.slice(0, 20) }] : [];
  });
  return { receivedLeads: reply.receivedLeads, notifiedLeads: reply.notifiedLeads, skipped, error: null };
}

async function expectMatchingSend(input: PreviewInput, callerCtx: Context = ctx): Promise<SendPreviewReply> {
  const before = await fingerprintDatabase(db);
  const result = await getPreview(input, callerCtx);
  expect(await fingerprintDatabase(db)).toEqual(before);
  expect(result).toMatchObject(await simulateSend(input, callerCtx));
  return result;
}

/** Emails for every skip reason, some of them more than once. */
async function createRecipients(claimedCode: string, amount: number): Promise<string[]> {
  const claimed = await insertLeads(ctx, amount);
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select c.project_id, c.key, l.email, c.batch_id, 'api', now() from codes c join leads l on l.email = any(array(
      select jsonb_array_elements_text(${JSON.stringify(claimed)}::jsonb))) where c.text = ${claimedCode}`);
  const suppressed = await Promise.all(Array.from({ length: amount }, () => insertLead(ctx, { suppressed: true })));
  const unknown = Array.from({ length: amount }, () => uniqueEmail());
  const emails = [...claimed, ...suppressed, ...unknown, ...(await insertLeads(ctx, amount))];
  return [...emails, ...emails.filter((_, i) => i % 3 === 0)];
}

describe("a preview returns what sending would do, and changes nothing", () => {
  test("for a code and every skip reason", async () => {
    const code = await insertCode(ctx, { allowedClaims: 100 });
    const result = await expectMatchingSend({ code: normalizeCode(code), emails: await createRecipients(code, 25) });
    expect(result.skipped.map(({ reason, sample }) => [reason, sample.length])).toEqual([
      ["not_a_lead", 20],
      ["duplicate", 20],
      ["already_claimed", 20],
      ["suppressed", 20],
    ]);
    expect(result).toMatchObject({ receivedLeads: 134, notifiedLeads: 25, error: null, warnings: [localLinks] });
    expect(result.sample).toHaveLength(20);
  });

  test("for a reserved code", async () => {
    const [ada, eve] = [await insertLead(ctx), await insertLead(ctx)];
    const result = await expectMatchingSend({ code: normalizeCode(await insertCode(ctx, { reservedFor: ada })), emails: [eve, ada] });
    expect(result).toMatchObject({
      sample: [ada],
      skipped: [{ reason: "reserved_for_another", count: 1, sample: [eve] }],
      warnings: [localLinks],
    });
  });

  test("for personal codes", async () => {
    const result = await expectMatchingSend({
      personal: { type: "alphanumeric" },
      emails: await createRecipients(await insertCode(ctx), 3),
    });
    expect(result).toMatchObject({ notifiedLeads: 6, error: null, warnings: [localLinks] });
  });

  test("for a filter", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const waiting = await insertLeads(projectCtx, 5, { onWaitlist: true });
    await insertLeads(projectCtx, 3);
    const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 5 }));
    const result = await expectMatchingSend({ code, filter: { waitlist: true } }, projectCtx);
    expect([...result.sample].sort()).toEqual(waiting.sort());
    await expectMatchingSend({ personal: {}, filter: { all: true } }, projectCtx);
    expect(await expectMatchingSend({ code, filter: { q: "no such lead" } }, projectCtx)).toMatchObject({
      receivedLeads: 0,
      notifiedLeads: 0,
      error: null,
    });
  });

  test.each<[string, CodeOptions]>([
    ["code_paused", { paused: true }],
    ["code_expired", { validUntil: secondsFromNow(-1) }],
    ["code_exhausted", { claimedBy: ["first@example.org"] }],
  ])("for a code that can't be sent: %s", async (error, options) => {
    const emails = [...(await insertLeads(ctx, 2)), "unknown@example.org"];
    const result = await expectMatchingSend({ code: normalizeCode(await insertCode(ctx, options)), emails });
    expect(result).toMatchObject({ error: { error }, notifiedLeads: 2 });
  });

  test("for a missing code and for personal codes that would be expired", async () => {
    const emails = await insertLeads(ctx, 2);
    expect(await expectMatchingSend({ code: "nowhere", emails })).toMatchObject({ error: { error: "code_not_found" } });
    expect(await expectMatchingSend({ personal: { validUntil: secondsFromNow(-1) }, emails })).toMatchObject({
      error: { error: "code_expired" },
    });
  });
});

describe("a preview names the recipients to check", () => {
  const setUp = async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const insert = (name: string, createdAt: string) => insertLead(projectCtx, { email: `${name}@example.org`, createdAt });
    const [plain, unconfirmed, invited, claimant, suppressed, bounced] = [
      await insert("plain", "2026-01-01"),
      await insert("unconfirmed", "2026-01-02"),
      await insert("invited", "2026-01-03"),
      await insert("claimant", "2026-01-04"),
      await insert("suppressed", "2026-01-05"),
      await insert("bounced", "2026-01-06"),
    ];
    const { projectId } = projectCtx;
    await inviteLeads(projectCtx, { emails: [invited] });
    await insertCode(projectCtx, { claimedBy: [claimant] });
    await db.execute(sql`update leads set status = 'unconfirmed' where project_id = ${projectId} and email = ${unconfirmed}`);
    await db.execute(sql`update leads set invited_at = '2026-11-03 10:00' where project_id = ${projectId} and email = ${invited}`);
    await db.execute(sql`update claims set claimed_at = '2026-11-04 10:00' where project_id = ${projectId} and email = ${claimant}`);
    await db.execute(sql`insert into suppressions (project_id, email, reason, created_at) values
      (${projectId}, ${suppressed}, 'unsubscribed', '2026-11-05 10:00'), (${projectId}, ${bounced}, 'bounced', '2026-11-06 10:00')`);
    return { projectCtx, emails: [plain, unconfirmed, invited, claimant, suppressed, bounced] };
  };

  test("by group, with since when", async () => {
    const { projectCtx, emails } = await setUp();
    const [, unconfirmed, invited, claimant, suppressed, bounced] = emails;
    const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 9 }));
    const result = await expectMatchingSend({ code, emails, skip: [] }, projectCtx);
    const group = (name: string, email: string | undefined, since: string, skipped: boolean) => ({
      group: name,
      count: 1,
      skipped,
      since,
      sample: [{ email, since }],
    });
    expect(result.groups).toEqual([
      group("unconfirmed", unconfirmed, "2026-01-02T00:00:00.000Z", false),
      group("invited", invited, "2026-11-03T10:00:00.000Z", false),
      group("claimed_another_code", claimant, "2026-11-04T10:00:00.000Z", false),
      group("suppressed", suppressed, "2026-11-05T10:00:00.000Z", true),
      group("bounced", bounced, "2026-11-06T10:00:00.000Z", true),
    ]);
    expect(result).toMatchObject({ notifiedLeads: 4, skipped: [{ reason: "suppressed", count: 2 }] });
  });

  test("and leaves out the groups that the sender doesn't include, in a send too", async () => {
    const { projectCtx, emails } = await setUp();
    const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 9 }));
    const skip = ["unconfirmed", "invited", "claimed_another_code"] as const;
    for (const content of [{ code }, { personal: {} }]) {
      expect(await expectMatchingSend({ ...content, emails, skip: [...skip] }, projectCtx)).toMatchObject({
        notifiedLeads: 1,
        sample: [emails[0]],
      });
      const onlyInvited = await expectMatchingSend({ ...content, emails, skip: ["invited"] }, projectCtx);
      expect(onlyInvited).toMatchObject({ notifiedLeads: 3 });
      expect(onlyInvited.groups.map(({ group, skipped }) => [group, skipped])).toEqual([
        ["unconfirmed", false],
        ["invited", true],
        ["claimed_another_code", false],
        ["suppressed", true],
        ["bounced", true],
      ]);
    }
  });

  test("and leaves out those who are already invited, unless the sender or the filter chooses them", async () => {
    const { projectCtx, emails } = await setUp();
    const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 99 }));
    const isInvitedSkipped = async (input: Parameters<typeof getPreview>[0]) =>
      (await getPreview(input, projectCtx)).groups.find(({ group }) => group === "invited")?.skipped;
    for (const content of [{ code }, { personal: {} }]) {
      for (const recipients of [{ emails }, { filter: {} }, { filter: { waitlist: false } }])
        expect(await isInvitedSkipped({ ...content, ...recipients })).toBe(true);
      for (const filter of [{ invited: true }, { waitlistStatus: "invited" }] as const)
        expect(await isInvitedSkipped({ ...content, filter })).toBe(false);
      expect(await isInvitedSkipped({ ...content, emails, skip: [] })).toBe(false);
    }
    expect(await isInvitedSkipped({ announcement: true, emails })).toBe(false);
    for (const recipients of [{ emails }, { filter: { waitlist: false } }])
      expect(await expectMatchingSend({ code, ...recipients }, projectCtx)).toMatchObject({ notifiedLeads: 3 });
    expect(await expectMatchingSend({ code, filter: { invited: true } }, projectCtx)).toMatchObject({ notifiedLeads: 1 });
  });

  test("and sends the code of an invitation once more to the lead who has it", async () => {
    const { projectCtx, emails } = await setUp();
    const [plain = "", , invited = ""] = emails;
    const [invitation] = await queryRows<{ code_key: string }>(
      db,
      sql`select code_key from lead_invitations where project_id = ${projectCtx.projectId} and email = ${invited}`,
    );
    const code = invitation?.code_key ?? "";
    for (const recipients of [{ emails: [invited] }, { filter: { q: invited } }])
      expect(await expectMatchingSend({ code, ...recipients }, projectCtx)).toMatchObject({ notifiedLeads: 1, groups: [] });
    expect(await getPreview({ code, emails: [plain] }, projectCtx)).toMatchObject({ skipped: [{ reason: "reserved_for_another" }] });
  });

  test("without those whose invitation is over, and without people who claimed this code", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const [declined, claimant] = [await insertLead(projectCtx), await insertLead(projectCtx)];
    await inviteLeads(projectCtx, { emails: [declined] });
    await db.execute(
      sql`update leads set invitation_outcome = 'declined' where project_id = ${projectCtx.projectId} and email = ${declined}`,
    );
    const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 9, claimedBy: [claimant] }));
    const result = await getPreview({ code, emails: [declined, claimant] }, projectCtx);
    expect(result).toMatchObject({ groups: [], notifiedLeads: 1, skipped: [{ reason: "already_claimed" }] });
  });
});

describe("a preview returns warnings", () => {
  test("about the code and email delivery", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const emails = await insertLeads(projectCtx, 3);
    const code = await insertCode(projectCtx, {
      type: "numeric",
      allowedClaims: 2,
      validFrom: secondsFromNow(3600),
      validUntil: secondsFromNow(7200),
    });
    const result = await getPreview({ code: normalizeCode(code), emails }, projectCtx);
    expect(listWarnings(result)).toEqual(["too_few_claims", "not_started", "ends_soon", "email_not_connected", "weak_codes"]);
    expect(result.error).toBeNull();
  });

  test("about personal codes", async () => {
    const personal = { type: "numeric", validFrom: secondsFromNow(3600), validUntil: secondsFromNow(7200) } as const;
    expect(listWarnings(await getPreview({ personal, emails: await insertLeads(ctx, 3) }))).toEqual([
      "not_started",
      "ends_soon",
      "weak_codes",
    ]);
  });

  test("about a format in which codes are easy to guess", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    await connectSmtpServer(projectCtx);
    const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 5 }));
    const emails = [await insertLead(projectCtx)];
    expect(listWarnings(await getPreview({ code, emails }, projectCtx))).toEqual([]);
    await projectCtx.db.execute(sql`
      insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
      select project_id, 'creative' || n, 'creative-' || n, 'creative', 1, batch_id, 1000000 + n
      from codes c, generate_series(1, 400) as n where c.project_id = ${projectCtx.projectId} and c.key = ${code}`);
    expect(listWarnings(await getPreview({ code, emails }, projectCtx))).toEqual(["weak_codes"]);
    expect(listWarnings(await getPreview({ personal: {}, emails }, projectCtx))).toEqual([]);
  });
});

test("a preview takes no locks and waits for none", async () => {
  const ada = await insertLead(ctx);
  const code = await insertCode(ctx);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from codes where text = ${code} for update`);
    await tx.execute(sql`select from leads where email = ${ada} for update`);
    expect(await getPreview({ code: normalizeCode(code), emails: [ada] }, app.openSecondPool().ctx)).toMatchObject({ notifiedLeads: 1 });
  });
  await runAndRollBack(ctx, async (inner) => {
    await getPreview({ code: normalizeCode(code), emails: [ada] }, inner);
    await db.execute(sql`select from leads where email = ${ada} for update nowait`);
  });
});

describe("a preview of many leads", () => {
  // The database's statistics don't include the project, as right after a large import.
  const createLargeProject = async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const { ctx: earlierCtx } = await insertProject(ctx);
    await projectCtx.db.execute(sql`alter table leads set (autovacuum_enabled = false)`);
    await projectCtx.db.execute(sql`insert into leads (project_id, email, referral_code)
      select ${earlierCtx.projectId}, 'early' || n || '@example.org', 'e' || n from generate_series(1, 3000) as n`);
    await projectCtx.db.execute(sql`analyze leads`);
    await projectCtx.db.execute(sql`insert into leads (project_id, email, referral_code)
      select ${projectCtx.projectId}, 'many' || n || '@example.org', 'r' || n from generate_series(1, ${maxRecipients + 1}::int) as n`);
    return projectCtx;
  };
  // Created when first needed, because the tests above check that nothing changes.
  let largeProject: Promise<Context> | undefined;
  const getLargeProject = () => (largeProject ??= createLargeProject());

  test("checks 50,000 recipients", async () => {
    const projectCtx = await getLargeProject();
    const emails = Array.from({ length: maxRecipients }, (_, i) => `many${i + 3}@example.org`);
    const result = await getPreview({ code: normalizeCode(await insertCode(projectCtx, { allowedClaims: 9 })), emails }, projectCtx);
    expect(result).toMatchObject({ notifiedLeads: maxRecipients - 1, skipped: [{ reason: "not_a_lead", count: 1 }] });
  });

  test("counts all leads that match a filter, however many", async () => {
    const projectCtx = await getLargeProject();
    const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 100_000 }));
    const all = { receivedLeads: maxImmediateRecipients + 1, notifiedLeads: maxImmediateRecipients + 1, error: null };
    for (const content of [{ code }, { personal: {} }, { announcement: true as const }])
      expect(await previewSend(projectCtx, { ...content, filter: {} })).toMatchObject(all);
    const result = await getPreview({ code: "nowhere", filter: { all: true } }, projectCtx);
    expect(result).toMatchObject({ ...all, error: { error: "code_not_found" } });
    expect(await previewSend(projectCtx, { code, filter: { q: "many7777@" } })).toMatchObject({ sample: ["many7777@example.org"] });
  });
});
