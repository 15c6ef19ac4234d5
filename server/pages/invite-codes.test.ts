import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimPageMessages, declineMessages, inviteMessages } from "@/components/public/messages";
import { normalizeCode } from "@/contract/normalize";
import { claimCode } from "@/core/codes/claim";
import { getLeadInvites } from "@/core/invite-codes/invites";
import { createLinkToken } from "@/core/leads/email-links";
import { getLead } from "@/core/leads/record";
import { createWave } from "@/core/waves/waves";
import { queryRows } from "@/db/query";
import { routes, withQuery } from "@/lib/routes";
import { fingerprintDatabase, insertCode, insertLead, uniqueEmail } from "@/tests/harness/factories";
import { createEmailLinks, findProblems, findTitle, openPage, submitForm, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx, db } = await createTestApp();

beforeAll(() => updateProject(ctx, { inviteQuota: 3 }));
afterAll(() => updateProject(ctx, { inviteQuota: 0 }));

/** A lead who has claimed a code, and their page. */
async function insertClaimant() {
  const { email, position } = await createEmailLinks(ctx);
  await claimCode(ctx, { code: normalizeCode(await insertCode(ctx)), email });
  return { email, position, token: new URL(position, "http://localhost").searchParams.get("token") ?? "" };
}

const listCodes = async (email: string) => (await getLeadInvites(ctx, email)).codes.map(({ code }) => code);
/** Presses the button, as the page's form does, and returns the path of the page that is shown then. */
const getCodes = (token: string) => submitForm(withQuery(routes.forms.inviteCodes, { token }), { token });

const linkOf = (code: string) => `href="http://localhost:3000/claim?code=${code}"`;

describe("someone who can invite friends", () => {
  test("gets their codes with a button on their page, and opening the page changes nothing", async () => {
    const { email, position, token } = await insertClaimant();
    const before = await fingerprintDatabase(db);
    const offer = await openPage(position);
    expect(await fingerprintDatabase(db)).toEqual(before);
    expect(offer).toContain(inviteMessages.title);
    expect(offer).toContain(inviteMessages.show(3));
    expect(await listCodes(email)).toEqual([]);
    const shown = await getCodes(token);
    const codes = await listCodes(email);
    expect(codes).toHaveLength(3);
    // The address that they are sent to works for as long as that of their email.
    const { searchParams } = new URL(shown, "http://localhost");
    expect(searchParams.get("token")).toBe(token);
    for (const page of [await openPage(shown), await openPage(position)]) {
      for (const code of codes) expect(page).toContain(linkOf(code));
      expect(page.match(/translate="no"/g)?.length).toBeGreaterThanOrEqual(3);
      expect(page).not.toContain(inviteMessages.show(3));
      expect(findTitle(page)).toBe(findTitle(offer));
      expect(await findProblems(page)).toEqual([]);
    }
    await getCodes(token);
    expect(await listCodes(email)).toEqual(codes);
  });

  test("reads that they have access, also if they never joined the waitlist", async () => {
    const email = uniqueEmail();
    await claimCode(ctx, { code: normalizeCode(await insertCode(ctx)), email });
    const { referralCode } = await getLead(ctx, email);
    const token = createLinkToken({ projectId: ctx.projectId, referralCode, email }, "position");
    const page = await openPage(withQuery(routes.position, { token }));
    expect(findTitle(page)).toContain("You&#x27;re in");
    expect(page).not.toContain(declineMessages.joinAgain);
    expect(page).toContain(inviteMessages.title);
  });

  test("sees which codes are used, and not by whom", async () => {
    const { email, position, token } = await insertClaimant();
    await getCodes(token);
    const [used = "", paused = "", expired = ""] = await listCodes(email);
    const friend = uniqueEmail();
    await claimCode(ctx, { code: normalizeCode(used), email: friend });
    await db.execute(sql`update codes set paused_at = now() where key = ${normalizeCode(paused)}`);
    await db.execute(sql`update codes set valid_until = now() where key = ${normalizeCode(expired)}`);
    const page = await openPage(position);
    for (const text of [inviteMessages.used, inviteMessages.paused, inviteMessages.expired]) expect(page).toContain(`>${text}<`);
    for (const code of [used, paused, expired]) {
      expect(page).toContain(code);
      expect(page).not.toContain(linkOf(code));
    }
    expect(page).not.toContain(friend);
    expect(page).toContain("You&#x27;ve passed on all of your invitations.");
  });

  test("is offered more if the quota was raised", async () => {
    const { email, position, token } = await insertClaimant();
    await getCodes(token);
    await updateProject(ctx, { inviteQuota: 4 });
    try {
      expect(await openPage(position)).toContain(inviteMessages.showMore(1));
      await getCodes(token);
      expect(await listCodes(email)).toHaveLength(4);
    } finally {
      await updateProject(ctx, { inviteQuota: 3 });
    }
  });
});

test("a claim promises an email with codes for friends, unless the wave that invited someone gives them none", async () => {
  await updateProject(ctx, { sendClaimedEmail: true });
  const claimInvitation = async (wave: { inviteQuota?: number }) => {
    const email = await insertLead(ctx, { onWaitlist: true });
    await createWave(ctx, { size: 1, ...wave });
    const [invited] = await queryRows<{ text: string }>(db, sql`select text from codes where reserved_for = ${email}`);
    return openPage(await submitForm(routes.forms.claim, { code: invited?.text ?? "", email }));
  };
  expect(await claimInvitation({})).toContain(claimPageMessages.invitesByEmail.replace("'", "&#x27;"));
  expect(await claimInvitation({ inviteQuota: 0 })).not.toContain("invite friends");
  await updateProject(ctx, { sendClaimedEmail: false });
});

describe("someone who can't invite friends", () => {
  test("is offered nothing while they wait, without a quota, or after their access was revoked, and can't get codes", async () => {
    const waiting = await createEmailLinks(ctx);
    expect(await openPage(waiting.position)).not.toContain(inviteMessages.title);
    const { email, position, token } = await insertClaimant();
    await updateProject(ctx, { inviteQuota: 0 });
    expect(await openPage(position)).not.toContain(inviteMessages.title);
    await updateProject(ctx, { inviteQuota: 3 });
    await getCodes(token);
    await db.execute(sql`update leads set has_claimed = false where email = ${email}`);
    expect(await openPage(position)).not.toContain(inviteMessages.title);
    const tokenOf = (url: string) => new URL(url, "http://localhost").searchParams.get("token") ?? "";
    await getCodes(tokenOf(waiting.position));
    expect(await listCodes(waiting.email)).toEqual([]);
  });

  test("gets an error with a link that isn't valid, and nothing is created", async () => {
    const [{ codes } = { codes: 0 }] = await queryRows<{ codes: number }>(db, sql`select count(*)::int as codes from invite_codes`);
    const shown = await getCodes("wrong");
    expect(await openPage(shown)).toContain("This link isn&#x27;t valid");
    expect(await queryRows(db, sql`select count(*)::int as codes from invite_codes`)).toEqual([{ codes }]);
  });
});
