import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { createCodeLinkToken } from "../abuse-protection/link-token";
import { claimCode } from "../codes/claim";
import { getCode } from "../codes/record";
import { updateCode } from "../codes/update";
import { asVisitor, type Context } from "../context";
import { cancelSend } from "../sends/cancel";
import { createLead } from "./create";
import { createLinkToken } from "./email-links";
import { declineInvitation, expireInvitations, getInvitationStatus } from "./invitations";
import { inviteLeads } from "./invite";
import { getLead } from "./record";
import { declineOwnInvitation, getPositionPage } from "./self-service";
import { updateLead } from "./update";
import { getWaitlistPosition } from "./waitlist";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

async function createWaitlist(ctx: Context, amount: number): Promise<string[]> {
  const emails = Array.from({ length: amount }, uniqueEmail);
  for (const email of emails) await createLead(ctx, { email, waitlist: true });
  return emails;
}

/** Invites a lead and returns their code. */
async function invite(ctx: Context, email: string, validUntil?: string): Promise<string> {
  await inviteLeads(ctx, { emails: [email], validUntil });
  return normalizeCode((await getLead(ctx, email)).invitation?.code ?? "");
}

const positionOf = async (ctx: Context, email: string) => (await getWaitlistPosition(ctx, email))?.position ?? null;
const statusOf = async (ctx: Context, email: string) => (await getLead(ctx, email)).waitlistStatus;
const countEvents = async ({ db, projectId }: Context, kind: string) =>
  (await queryRows(db, sql`select from events where project_id = ${projectId} and kind = ${kind}`)).length;

const expire = async (ctx: Context, code: string) => {
  await ctx.db.execute(
    sql`update codes set valid_until = now() - interval '1 second' where project_id = ${ctx.projectId} and key = ${code}`,
  );
  await ctx.db.execute(
    sql`update lead_invitations set expires_at = now() - interval '1 second' where project_id = ${ctx.projectId} and code_key = ${code}`,
  );
};

describe("an invitation", () => {
  test("takes a lead out of line at once, shows them how to claim, and ends with the claim", async () => {
    const ctx = await createProject();
    const [ada = "", grace = ""] = await createWaitlist(ctx, 2);
    const code = await invite(ctx, ada, "2099-12-31T23:59:00.000Z");
    const lead = await getLead(ctx, ada);
    expect(lead).toMatchObject({ onWaitlist: false, waitlistStatus: "invited", invitation: { expiresAt: "2099-12-31T23:59:00.000Z" } });
    expect(await getWaitlistPosition(ctx, grace)).toEqual({ position: 1, waiting: 1 });

    const token = createLinkToken({ projectId: ctx.projectId, referralCode: lead.referralCode }, "position");
    const page = await getPositionPage(ctx, token);
    expect(page).toMatchObject({ status: "invited", position: null });
    const { code: linkedCode, email, token: linkToken } = Object.fromEntries(new URL(page?.invitation?.claimUrl ?? "").searchParams);
    expect({ linkedCode, email }).toEqual({ linkedCode: lead.invitation?.code, email: ada });
    await claimCode(ctx, { code, email: ada, linkToken });
    expect(await getPositionPage(ctx, token)).toMatchObject({ status: "claimed", invitation: null });
    expect(
      await queryRows(ctx.db, sql`select from claims where project_id = ${ctx.projectId} and email_verified_by = 'link'`),
    ).toHaveLength(1);
  });

  test("leaves a lead who signs up again out of line", async () => {
    const ctx = await createProject();
    const [ada = ""] = await createWaitlist(ctx, 1);
    await invite(ctx, ada);
    await createLead(asVisitor(ctx), { email: ada, waitlist: true });
    expect(await getLead(ctx, ada)).toMatchObject({ onWaitlist: false, waitlistStatus: "invited" });
    await claimCode(ctx, { code: normalizeCode((await getLead(ctx, ada)).invitation?.code ?? ""), email: ada });
    await createLead(asVisitor(ctx), { email: ada, waitlist: true });
    expect(await getLead(ctx, ada)).toMatchObject({ onWaitlist: false, waitlistStatus: "claimed" });
  });

  test("returns the lead to their position if its email is canceled", async () => {
    const ctx = await createProject();
    const emails = await createWaitlist(ctx, 4);
    const [, ada = "", , grace = ""] = emails;
    const { sendId } = await inviteLeads(ctx, { emails: [ada, grace] });
    await claimCode(ctx, { code: normalizeCode((await getLead(ctx, grace)).invitation?.code ?? ""), email: grace });
    await cancelSend(ctx, sendId);
    expect(await Promise.all(emails.map((email) => positionOf(ctx, email)))).toEqual([1, 2, 3, null]);
    expect(await getLead(ctx, ada)).toMatchObject({ waitlistStatus: "waiting", invitation: null, invitedAt: null });
    expect(await statusOf(ctx, grace)).toBe("claimed");
  });

  test("applies again if a later one is canceled", async () => {
    const ctx = await createProject();
    const [ada = ""] = await createWaitlist(ctx, 1);
    const first = await invite(ctx, ada);
    const { sendId } = await inviteLeads(ctx, { emails: [ada] });
    await cancelSend(ctx, sendId);
    const lead = await getLead(ctx, ada);
    expect({ status: lead.waitlistStatus, code: normalizeCode(lead.invitation?.code ?? "") }).toEqual({ status: "invited", code: first });
  });
});

describe("declining", () => {
  test("pauses the code and records it once, from the emailed link or the lead's own page", async () => {
    const ctx = await createProject();
    const [ada = "", grace = ""] = await createWaitlist(ctx, 2);
    const code = await invite(ctx, ada);
    const linkToken = createCodeLinkToken(ctx.projectId, { code, email: ada });
    const visitor = asVisitor(ctx);
    expect(await getInvitationStatus(visitor, { code, email: ada, linkToken })).toBe("invited");
    for (let i = 0; i < 2; i++) expect(await declineInvitation(visitor, { code, email: ada, linkToken })).toMatchObject({ email: ada });
    expect(await getInvitationStatus(visitor, { code, email: ada, linkToken })).toBe("declined");
    expect(await getLead(ctx, ada)).toMatchObject({ waitlistStatus: "declined", invitation: null, onWaitlist: false });
    expect((await getCode(ctx, code)).status).toBe("paused");

    await invite(ctx, grace);
    const token = createLinkToken({ projectId: ctx.projectId, referralCode: (await getLead(ctx, grace)).referralCode }, "position");
    await declineOwnInvitation(visitor, token);
    expect(await getErrorName(declineOwnInvitation(visitor, token))).toBe("invitation_over");
    expect(await statusOf(ctx, grace)).toBe("declined");
    expect(await countEvents(ctx, "lead.declined")).toBe(2);
  });

  test("takes the link that was emailed to the lead, unless a trusted caller asks", async () => {
    const ctx = await createProject();
    const [ada = ""] = await createWaitlist(ctx, 1);
    const code = await invite(ctx, ada);
    const visitor = asVisitor(ctx);
    for (const linkToken of [undefined, "", createCodeLinkToken(ctx.projectId, { code, email: uniqueEmail() })])
      expect(await getErrorName(declineInvitation(visitor, { code, email: ada, linkToken }))).toBe("code_not_found");
    expect(await getErrorName(declineInvitation(ctx, { code, email: uniqueEmail() }))).toBe("code_not_found");
    expect(await statusOf(ctx, ada)).toBe("invited");
    await declineInvitation(ctx, { code, email: ada });
    expect(await statusOf(ctx, ada)).toBe("declined");
  });

  test("at the same time as claiming leaves the lead with one of both", async () => {
    const ctx = await createProject();
    for (const ada of await createWaitlist(ctx, 8)) {
      const code = await invite(ctx, ada);
      const [declined, claimed] = await Promise.allSettled([
        declineInvitation(ctx, { code, email: ada }),
        claimCode(ctx, { code, email: ada }),
      ]);
      expect([declined.status, claimed.status].sort()).toEqual(["fulfilled", "rejected"]);
      expect(await statusOf(ctx, ada)).toBe(claimed.status === "fulfilled" ? "claimed" : "declined");
    }
  });
});

describe("expiring", () => {
  test("ends open invitations once, also with two workers, and not those that were claimed or extended", async () => {
    const ctx = await createProject();
    const [ada = "", grace = "", linus = "", barbara = ""] = await createWaitlist(ctx, 4);
    const codes = new Map<string, string>();
    for (const email of [ada, grace, linus, barbara]) codes.set(email, await invite(ctx, email, secondsFromNow(3600)));
    await claimCode(ctx, { code: codes.get(grace) ?? "", email: grace });
    for (const code of codes.values()) await expire(ctx, code);
    await updateCode(ctx, codes.get(linus) ?? "", { validUntil: secondsFromNow(3600) });
    await updateCode(ctx, codes.get(barbara) ?? "", { validUntil: null });
    const counts = await Promise.all([expireInvitations(ctx), expireInvitations(ctx)]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await Promise.all([ada, grace, linus, barbara].map((email) => statusOf(ctx, email)))).toEqual([
      "expired",
      "claimed",
      "invited",
      "invited",
    ]);
    expect(await countEvents(ctx, "lead.invitation_expired")).toBe(1);
    await expire(ctx, codes.get(linus) ?? "");
    expect(await expireInvitations(ctx)).toBe(1);
  });

  test("lets the lead join again, at the end of the line, and leave it", async () => {
    const ctx = await createProject();
    const [ada = ""] = await createWaitlist(ctx, 3);
    await expire(ctx, await invite(ctx, ada, secondsFromNow(3600)));
    await expireInvitations(ctx);
    await createLead(asVisitor(ctx), { email: ada, waitlist: true });
    expect({ status: await statusOf(ctx, ada), position: await positionOf(ctx, ada) }).toEqual({ status: "waiting", position: 3 });
    await updateLead(ctx, ada, { waitlist: false });
    expect(await statusOf(ctx, ada)).toBe("left");
  });
});

test("a lead who never joined has no waitlist status, and one who left has", async () => {
  const ctx = await createProject();
  const email = uniqueEmail();
  await createLead(ctx, { email });
  expect(await statusOf(ctx, email)).toBeNull();
  await updateLead(ctx, email, { waitlist: true });
  await updateLead(ctx, email, { waitlist: false });
  expect(await statusOf(ctx, email)).toBe("left");
});
