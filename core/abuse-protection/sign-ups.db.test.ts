import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { HeldReason } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { listAttentionItems } from "../attention";
import { claimCode } from "../codes/claim";
import { sendCode } from "../codes/send";
import { bulkUpdateLeads } from "../leads/bulk-actions";
import { createLead } from "../leads/create";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { processSignUp } from "../leads/referrals";
import { getLeadPosition } from "../leads/waitlist";
import { updateProject } from "../projects/update";
import { codeCounts } from "../stats/counts";
import { getStat } from "../stats/get-stat";
import { getBlockList, updateBlockList } from "./block-list";
import { getHeldReason } from "./hold-reason";

const { ctx } = await createTestApp();

const createProject = async () => {
  const { ctx: projectCtx, publicCtx } = await insertProject(ctx);
  const listMessages = (email: string) =>
    queryRows<{ kind: string }>(
      projectCtx.db,
      sql`select kind from deliveries where project_id = ${projectCtx.projectId} and email = ${email} order by created_at`,
    );
  const runSignUpJob = async (email: string) =>
    processSignUp(projectCtx, { referralCode: (await getLead(projectCtx, email)).referralCode, sendEmail: true });
  return { projectCtx, publicCtx, listMessages, runSignUpJob };
};

test.each([
  ["ada@example.org", {}, null],
  ["ada@mailinator.com", {}, "disposable"],
  ["ada@deep.below.mailinator.com", {}, "disposable"],
  ["ada@notmailinator.com.example.org", {}, null],
  ["ada@example.org", { homepage: "https://buy.example" }, "honeypot"],
  ["ada@example.org", { homepage: "  " }, null],
  ["ada@example.org", { isTooFast: true }, "too_fast"],
  ["ada@mailinator.com", { homepage: "x", isTooFast: true }, "honeypot"],
] as [string, object, HeldReason | null][])("a sign-up of %s with %o is held for this reason: %s", (email, signals, reason) => {
  expect(getHeldReason(email, signals)).toBe(reason);
});

describe("a held sign-up", () => {
  test("gets no position, email or referral bonus until it is approved, and then the position of when it signed up", async () => {
    const { projectCtx, publicCtx, listMessages, runSignUpJob } = await createProject();
    await updateProject(projectCtx, { referralBonus: 1 });
    const [referrer] = [await insertLead(projectCtx, { onWaitlist: true }), await insertLead(projectCtx, { onWaitlist: true })];
    const { referralCode } = await getLead(projectCtx, referrer);
    const email = "someone@mailinator.com";
    expect(await createLead(publicCtx, { email, waitlist: true, referralCode })).toEqual({ email, referral: expect.anything() });
    await runSignUpJob(email);
    expect(await getLead(projectCtx, email)).toMatchObject({ status: "held", heldReason: "disposable", onWaitlist: false });
    expect(await listMessages(email)).toEqual([]);
    const later = await insertLead(projectCtx, { onWaitlist: true });

    await bulkUpdateLeads(projectCtx, { action: "approve", emails: [email, referrer, "unknown@example.org"] });
    expect(await getLead(projectCtx, email)).toMatchObject({ status: "active", heldReason: null, onWaitlist: true });
    await runSignUpJob(email);
    expect(await listMessages(email)).toEqual([{ kind: "joined" }]);
    const [position, laterPosition] = [await getLeadPosition(projectCtx, email), await getLeadPosition(projectCtx, later)];
    expect(position.position).toBeLessThan(laterPosition.position ?? 0);
    const kinds = await queryRows<{ kind: string }>(
      projectCtx.db,
      sql`select kind from events where project_id = ${projectCtx.projectId} and email = ${email} order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["lead.created", "lead.approved"]);
    // Approving again changes nothing.
    await bulkUpdateLeads(projectCtx, { action: "approve", emails: [email] });
    await runSignUpJob(email);
    expect(await listMessages(email)).toHaveLength(1);
  });

  test("must be confirmed after approval with double opt-in", async () => {
    const { projectCtx, publicCtx, listMessages, runSignUpJob } = await createProject();
    await updateProject(projectCtx, { doubleOptIn: true });
    const email = uniqueEmail();
    await createLead(publicCtx, { email, waitlist: true, homepage: "x" });
    await bulkUpdateLeads(projectCtx, { action: "approve", filter: { status: "held" } });
    await runSignUpJob(email);
    expect(await getLead(projectCtx, email)).toMatchObject({ status: "unconfirmed", onWaitlist: false });
    expect(await listMessages(email)).toEqual([{ kind: "confirm" }]);
  });

  test("isn't added to the waitlist if it didn't ask for it", async () => {
    const { projectCtx, publicCtx } = await createProject();
    const email = uniqueEmail();
    await createLead(publicCtx, { email, homepage: "x" });
    await bulkUpdateLeads(projectCtx, { action: "approve", emails: [email] });
    expect(await getLead(projectCtx, email)).toMatchObject({ status: "active", onWaitlist: false });
  });

  test("is only ever a new lead, and never one created with the secret key", async () => {
    const { projectCtx, publicCtx, listMessages } = await createProject();
    const existing = await insertLead(projectCtx);
    const waiting = await insertLead(projectCtx, { onWaitlist: true });
    for (const email of [existing, waiting]) {
      await createLead(publicCtx, { email, waitlist: true, homepage: "x" });
      expect(await listMessages(email)).toEqual([]);
    }
    expect(await getLead(projectCtx, existing)).toMatchObject({ status: "active", onWaitlist: false });
    const email = "staff@mailinator.com";
    await createLead(projectCtx, { email, waitlist: true, homepage: "x" });
    expect(await getLead(projectCtx, email)).toMatchObject({ status: "active", onWaitlist: true });
  });

  test("is released by a clean sign-up, but not by a claim", async () => {
    const { projectCtx, publicCtx, listMessages, runSignUpJob } = await createProject();
    const [email, claimer, blocked] = [uniqueEmail(), uniqueEmail(), "any@blocked.example"];
    for (const each of [email, claimer]) await createLead(publicCtx, { email: each, waitlist: true, homepage: "x" });
    expect(await createLead(publicCtx, { email, waitlist: true })).toEqual({ email, referral: expect.anything() });
    await runSignUpJob(email);
    expect(await getLead(projectCtx, email)).toMatchObject({ status: "active", heldReason: null, onWaitlist: true });
    expect(await listMessages(email)).toEqual([{ kind: "joined" }]);
    await claimCode(publicCtx, { code: normalizeCode(await insertCode(projectCtx)), email: claimer });
    expect(await getLead(projectCtx, claimer)).toMatchObject({
      status: "held",
      heldReason: "honeypot",
      onWaitlist: false,
      hasClaimedCode: true,
    });
    await updateBlockList(projectCtx, { entries: ["blocked.example"] });
    for (let i = 0; i < 2; i++) await createLead(publicCtx, { email: blocked, waitlist: true });
    expect(await getLead(projectCtx, blocked)).toMatchObject({ status: "held", heldReason: "blocked", onWaitlist: false });
    await updateProject(projectCtx, { doubleOptIn: true });
    const unconfirmed = uniqueEmail();
    await createLead(publicCtx, { email: unconfirmed, waitlist: true, homepage: "x" });
    await createLead(publicCtx, { email: unconfirmed, waitlist: true });
    expect(await getLead(projectCtx, unconfirmed)).toMatchObject({ status: "unconfirmed", onWaitlist: false });
  });

  test("is skipped by sends as held", async () => {
    const { projectCtx, publicCtx } = await createProject();
    const [email, other, code] = [uniqueEmail(), await insertLead(projectCtx), await insertCode(projectCtx, { allowedClaims: 9 })];
    await createLead(publicCtx, { email, homepage: "x" });
    expect(await sendCode(projectCtx, { code: normalizeCode(code), filter: {} })).toMatchObject({
      notifiedLeads: 1,
      skipped: [{ email, reason: "held" }],
    });
    expect(await inviteLeads(projectCtx, { emails: [email, other] })).toMatchObject({
      notifiedLeads: 1,
      skipped: [{ email, reason: "held" }],
    });
  });

  test("is listed in the overview as needing attention", async () => {
    const { projectCtx, publicCtx } = await createProject();
    await connectSmtpServer(projectCtx);
    // The links of emails only work on the computer of the test.
    const listItems = async () =>
      (await listAttentionItems(projectCtx, await getStat(projectCtx, codeCounts))).filter(({ name }) => name !== "local_links");
    expect(await listItems()).toEqual([]);
    await createLead(publicCtx, { email: uniqueEmail(), homepage: "x" });
    expect(await listItems()).toEqual([{ name: "held_sign_ups", count: 1, subject: null, message: "1 sign-up is held for review." }]);
  });
});

describe("the block list", () => {
  test("holds listed emails, domains and subdomains, but no similar ones", async () => {
    const { projectCtx, publicCtx } = await createProject();
    await updateBlockList(projectCtx, { entries: ["mallory@example.com", "example.net"] });
    const getReason = async (email: string) => {
      await createLead(publicCtx, { email, waitlist: true });
      return (await getLead(projectCtx, email)).heldReason;
    };
    for (const email of ["mallory@example.com", "any@example.net", "any@deep.example.net"])
      expect([email, await getReason(email)]).toEqual([email, "blocked"]);
    for (const email of ["ada@example.com", "any@notexample.net", "example.net@example.org"])
      expect([email, await getReason(email)]).toEqual([email, null]);
    // The block list takes precedence over other reasons.
    expect(await createLead(publicCtx, { email: "two@example.net", homepage: "x" })).toEqual({
      email: "two@example.net",
      referral: expect.anything(),
    });
    expect((await getLead(projectCtx, "two@example.net")).heldReason).toBe("blocked");
  });

  test("is replaced as a whole, records what changed, and belongs to one project", async () => {
    const { projectCtx } = await createProject();
    const listEntries = async () => (await getBlockList(projectCtx)).entries;
    expect(await updateBlockList(projectCtx, { entries: ["b.example", "a.example"] })).toEqual({ entries: ["a.example", "b.example"] });
    await updateBlockList(projectCtx, { entries: ["a.example", "b.example"] });
    await updateBlockList(projectCtx, { entries: ["b.example", "c.example"] });
    expect(await listEntries()).toEqual(["b.example", "c.example"]);
    const events = await queryRows<{ data: object }>(
      projectCtx.db,
      sql`select data from events where project_id = ${projectCtx.projectId} and kind = 'block_list.updated' order by id`,
    );
    expect(events.map(({ data }) => data)).toEqual([
      { added: 2, removed: 0 },
      { added: 1, removed: 1 },
    ]);
    expect((await getBlockList((await createProject()).projectCtx)).entries).toEqual([]);
    await expect(updateBlockList(projectCtx, { expected: ["b.example"], entries: [] })).rejects.toMatchObject({
      errorName: "block_list_changed",
    });
    await updateBlockList(projectCtx, { expected: ["c.example", "b.example"], entries: [] });
    expect(await listEntries()).toEqual([]);
  });
});
