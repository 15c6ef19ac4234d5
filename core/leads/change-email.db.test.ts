import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { getClaimCounts, insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { findTraces } from "@/tests/harness/traces";
import { exchangeToken } from "../claims/exchange";
import { claimCode } from "../codes/claim";
import { generateCodes } from "../codes/generate";
import { getCode } from "../codes/record";
import type { Context } from "../context";
import { recordReport } from "../email-reports/record";
import { addSuppression } from "../suppressions/add";
import { confirmEmailChange, getEmailChangeNotice, getEmailChangePage, requestEmailChange } from "./change-email";
import { createLead } from "./create";
import { deleteLead } from "./delete";
import { createClaimUrl, createEmailLinks, createLinkToken, type LinkPurpose } from "./email-links";
import { declineInvitation, getClaimLinkState, getInvitationStatus } from "./invitations";
import { inviteLeads } from "./invite";
import { getLead } from "./record";
import {
  changeOwnEmail,
  confirmEmail,
  declineOwnInvitation,
  deleteOwnData,
  getConfirmation,
  getOwnData,
  getPositionPage,
  leaveWaitlist,
} from "./self-service";
import { listLeadTimeline } from "./timeline";
import { getLeadPosition } from "./waitlist";

const app = await createTestApp();
const { ctx, db } = app;
const visitor = { ...ctx, actor: { kind: "visitor", id: null } } as const;

/** Returns the IDs of the changes of a lead, newest first. */
const listChanges = async (email: string): Promise<string[]> =>
  (await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email} order by id desc`)).map(({ id }) => id);

/** Returns the email about the newest change of a lead. */
async function readNotice(email: string) {
  const [id = ""] = await listChanges(email);
  return getEmailChangeNotice(ctx, id);
}

const tokenOf = (notice: { link: string } | null): string => new URL(notice?.link ?? "http://none").searchParams.get("token") ?? "";

async function requestChange(email: string, newEmail = uniqueEmail()): Promise<{ newEmail: string; token: string }> {
  await requestEmailChange(ctx, { email, newEmail });
  return { newEmail, token: tokenOf(await readNotice(email)) };
}

const linkToken = async (email: string, purpose: LinkPurpose) =>
  createLinkToken({ projectId: ctx.projectId, referralCode: (await getLead(ctx, email)).referralCode, email }, purpose);

const positionToken = (email: string) => linkToken(email, "position");

describe("changing a lead's email", () => {
  test("happens only once the new email is confirmed, and moves everything to it", async () => {
    const [email, referrer] = [uniqueEmail(), await insertLead(ctx, { onWaitlist: true })];
    const { referralCode } = await getLead(ctx, referrer);
    await createLead(ctx, { email, referralCode, firstname: "Ada", notes: "Met in Turin", tags: ["vip"], waitlist: true });
    const friend = await insertLead(ctx, { referredBy: email });
    const code = normalizeCode(await insertCode(ctx, { allowedClaims: 2 }));
    const [reserved] = await collectAll(generateCodes(ctx, { amount: 1, reservedFor: email }));
    await inviteLeads(ctx, { emails: [email] });
    await db.execute(sql`update deliveries set status = 'sent', attempts = 1 where email = ${email}`);
    const { token: claimToken } = await claimCode(ctx, { code, email });
    await db.execute(
      sql`insert into failed_claims (project_id, code_key, email, error, source) values (${ctx.projectId}, 'unknown', ${email}, 'code_not_found', 'page')`,
    );
    const before = await getLead(ctx, email);
    const listKinds = async (lead: string) =>
      (await collectAll(listLeadTimeline(ctx, lead, {}))).map((entry) => ("event" in entry ? entry.event.kind : entry.kind));
    const timeline = await listKinds(email);

    const { newEmail, token } = await requestChange(email);
    expect(await getEmailChangePage(ctx, token)).toMatchObject({ newEmail, status: "pending" });
    expect(await getLead(ctx, email)).toEqual(before);
    expect(await getErrorName(getLead(ctx, newEmail))).toBe("lead_not_found");

    expect(await confirmEmailChange(visitor, token)).toEqual({ newEmail });
    const after = await getLead(ctx, newEmail);
    expect(after).toEqual({
      ...before,
      email: newEmail,
      confirmedBy: "link",
      confirmedAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await getErrorName(getLead(ctx, email))).toBe("lead_not_found");
    expect(await getLead(ctx, friend)).toMatchObject({ referredBy: { email: newEmail } });
    expect(await getLead(ctx, referrer)).toMatchObject({ referredLeads: [{ email: newEmail }] });
    expect(await getCode(ctx, normalizeCode(reserved?.code ?? ""))).toMatchObject({ reservedFor: { email: newEmail } });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
    // The token of a claim a moment ago still works.
    expect(await exchangeToken(ctx, claimToken ?? "")).toMatchObject({ lead: { email: newEmail } });
    expect(await listKinds(newEmail)).toEqual(["lead.email_changed", "lead.email_change_requested", ...timeline]);
    // Only the notice for the old email still needs it, and what says where earlier emails went.
    expect((await findTraces(db, [email])).map((trace) => trace.split(":")[0])).toEqual([
      "public.deliveries",
      "public.email_changes",
      "public.events",
    ]);
    expect(await readNotice(newEmail)).toMatchObject({ kind: "email_changed", to: email });
    await deleteLead(ctx, newEmail);
    expect(await findTraces(db, [email, newEmail])).toEqual([]);
  });

  test("keeps the position in line", async () => {
    await insertLead(ctx, { onWaitlist: true });
    const email = await insertLead(ctx, { onWaitlist: true });
    await insertLead(ctx, { onWaitlist: true });
    const position = await getLeadPosition(ctx, email);
    const { newEmail, token } = await requestChange(email);
    await confirmEmailChange(visitor, token);
    expect(await getLeadPosition(ctx, newEmail)).toEqual(position);
    expect(await getPositionPage(ctx, await positionToken(newEmail))).toMatchObject({ email: newEmail });
  });

  test("does nothing more when the link is used again", async () => {
    const email = await insertLead(ctx);
    const { newEmail, token } = await requestChange(email);
    const confirm = () => confirmEmailChange(visitor, token);
    expect(await Promise.all([confirm(), confirm()])).toEqual([{ newEmail }, { newEmail }]);
    expect(await confirm()).toEqual({ newEmail });
    expect(await getEmailChangePage(ctx, token)).toMatchObject({ status: "confirmed" });
    const events = await queryRows(db, sql`select from events where email = ${newEmail} and kind = 'lead.email_changed'`);
    expect(events).toHaveLength(1);
  });

  test("refuses a link that has expired or was replaced, of a deleted lead, or of another project", async () => {
    const email = await insertLead(ctx);
    const first = await requestChange(email);
    const second = await requestChange(email);
    expect(await getErrorName(confirmEmailChange(visitor, first.token))).toBe("link_not_valid");
    expect(await getEmailChangePage(ctx, first.token)).toMatchObject({ status: "expired" });
    await db.execute(sql`update email_changes set expires_at = now() - interval '1 second' where email = ${email}`);
    expect(await getErrorName(confirmEmailChange(visitor, second.token))).toBe("link_not_valid");
    expect(await readNotice(email)).toBeNull();
    const third = await requestChange(email);
    const { ctx: otherCtx } = await insertProject(ctx);
    for (const token of ["", "x", `${third.token}x`, await positionToken(email)])
      expect(await getErrorName(confirmEmailChange(visitor, token))).toBe("link_not_valid");
    expect(await getErrorName(confirmEmailChange(otherCtx, third.token))).toBe("link_not_valid");
    await deleteLead(ctx, email);
    expect(await getErrorName(confirmEmailChange(visitor, third.token))).toBe("link_not_valid");
    expect(await getErrorName(getEmailChangePage(ctx, third.token))).toBe("link_not_valid");
  });

  test("never joins two leads, however many changes race for an email", async () => {
    const newEmail = uniqueEmail();
    const requests = await Promise.all(
      [insertLead(ctx), insertLead(ctx), insertLead(ctx)].map(async (each) => requestChange(await each, newEmail)),
    );
    const outcomes = await Promise.all(requests.map(({ token }) => getOutcome(confirmEmailChange(visitor, token))));
    expect(outcomes.map(String).filter((outcome) => outcome === "lead_exists")).toHaveLength(2);
    const existing = await insertLead(ctx);
    const { token } = await requestChange(existing, uniqueEmail());
    const taken = (await getEmailChangePage(ctx, token)).newEmail;
    await insertLead(ctx, { email: taken });
    expect(await getErrorName(confirmEmailChange(visitor, token))).toBe("lead_exists");
    expect(await getLead(ctx, existing)).toMatchObject({ email: existing });
  });

  test("tells staff why an email can't be used", async () => {
    const email = await insertLead(ctx);
    const suppressed = uniqueEmail();
    await addSuppression(ctx, { email: suppressed });
    const request = (newEmail: string, current = email) => getErrorName(requestEmailChange(ctx, { email: current, newEmail }));
    expect(await request(await insertLead(ctx))).toBe("lead_exists");
    expect(await request(suppressed)).toBe("lead_suppressed");
    expect(await request(email)).toBe("invalid_input");
    expect(await request(uniqueEmail(), uniqueEmail())).toBe("lead_not_found");
    expect(await listChanges(email)).toEqual([]);
  });

  test("answers customers the same for every email, and emails none that can't be used", async () => {
    const suppressed = uniqueEmail();
    await addSuppression(ctx, { email: suppressed });
    for (const newEmail of [await insertLead(ctx), suppressed]) {
      const email = await insertLead(ctx);
      expect(await changeOwnEmail(visitor, await positionToken(email), newEmail)).toEqual({ newEmail });
      expect(await readNotice(email)).toBeNull();
    }
    const email = await insertLead(ctx);
    const link = await positionToken(email);
    for (let request = 0; request < 5; request++) await changeOwnEmail(visitor, link, uniqueEmail());
    expect(await readNotice(email)).toMatchObject({ kind: "confirm_new_email" });
    expect(await getErrorName(changeOwnEmail(visitor, link, uniqueEmail()))).toBe("too_many_requests");
  });

  test.each(["unsubscribed", "complained", "staff", "bounced"] as const)("a lead who is suppressed as %s", async (reason) => {
    const email = await insertLead(ctx);
    await addSuppression(ctx, { email, reason, note: "A note" });
    const { newEmail, token } = await requestChange(email);
    await confirmEmailChange(visitor, token);
    // A bounce says nothing about another mailbox.
    expect(await getLead(ctx, newEmail)).toMatchObject({ suppression: reason === "bounced" ? null : reason });
    // The old email gets no notice.
    expect(await readNotice(newEmail)).toBeNull();
  });

  test("a late bounce of an email to the old address doesn't suppress the new one", async () => {
    const email = await insertLead(ctx);
    await inviteLeads(ctx, { emails: [email] });
    const [delivery] = await queryRows<{ id: string }>(
      db,
      sql`update deliveries set status = 'sent', attempts = 1 where email = ${email} returning id`,
    );
    const { newEmail, token } = await requestChange(email);
    await confirmEmailChange(visitor, token);
    const bounce = { reason: "bounced", email, messageId: `<${delivery?.id}@example.org>`, detail: "550 Unknown" } as const;
    expect(await recordReport(ctx, "dsn", { id: "1", recipients: [bounce] })).toEqual({ bounced: 0, complained: 0 });
    expect(await getLead(ctx, newEmail)).toMatchObject({ suppression: null });
    expect(await queryRows(db, sql`select status, recipient from deliveries where email = ${newEmail}`)).toEqual([
      { status: "bounced", recipient: email },
    ]);
  });

  test("lets the old email claim a code again that it is claiming at that moment", async () => {
    const email = await insertLead(ctx);
    const code = normalizeCode(await insertCode(ctx, { allowedClaims: 2 }));
    await claimCode(ctx, { code, email });
    const { token } = await requestChange(email);
    const run: Context["db"]["run"] = async (text, parameters) => {
      const rows = await ctx.db.run(text, parameters);
      if (/^with token as/.test(text)) await confirmEmailChange(visitor, token);
      return rows;
    };
    const reply = await claimCode({ ...ctx, db: Object.assign(Object.create(ctx.db), { run }) }, { code, email });
    expect(reply).toMatchObject({ claimedCode: { claims: 2 } });
  });

  test("keeps claim counts right while the old email claims codes", async () => {
    for (let round = 0; round < 3; round++) {
      const email = await insertLead(ctx);
      const codes = await Promise.all([1, 2, 3].map(() => insertCode(ctx, { allowedClaims: 3 })));
      const { token } = await requestChange(email);
      await Promise.all([
        ...codes.map((code) => getOutcome(claimCode(ctx, { code: normalizeCode(code), email }))),
        confirmEmailChange(visitor, token),
        ...codes.map((code) => getOutcome(claimCode(ctx, { code: normalizeCode(code), email }))),
      ]);
      for (const code of codes) {
        const { counter, claims } = await getClaimCounts(ctx, code);
        expect(counter).toBe(claims);
      }
    }
  });
});

const changes: readonly [by: string, change: (email: string, newEmail: string) => Promise<unknown>][] = [
  ["staff or the API", (email, newEmail) => requestEmailChange(ctx, { email, newEmail })],
  ["the lead", async (email, newEmail) => changeOwnEmail(visitor, await positionToken(email), newEmail)],
];

describe.each(changes)("after a change that %s requested", (_, request) => {
  /** Changes the email of an invited lead, and returns what the old mailbox contains. */
  async function changeEmail() {
    const email = await insertLead(ctx, { onWaitlist: true });
    await inviteLeads(ctx, { emails: [email] });
    const lead = await getLead(ctx, email);
    const code = lead.invitation?.code ?? "";
    const owner = { projectId: ctx.projectId, referralCode: lead.referralCode };
    const old = {
      position: await positionToken(email),
      confirm: await linkToken(email, "confirm"),
      // From before links contained the email.
      positionWithoutEmail: createLinkToken(owner, "position"),
      confirmWithoutEmail: createLinkToken(owner, "confirm"),
      claim: new URL(createClaimUrl(ctx.projectId, code, email)).searchParams.get("token") ?? "",
    };
    for (const token of [old.position, old.positionWithoutEmail]) expect(await getPositionPage(ctx, token), "before").not.toBeNull();
    for (const token of [old.confirm, old.confirmWithoutEmail]) expect(await getConfirmation(ctx, token), "before").not.toBeNull();
    const newEmail = uniqueEmail();
    await request(email, newEmail);
    const confirmation = tokenOf(await readNotice(email));
    expect(await getEmailChangePage(ctx, confirmation), "before it is confirmed").toMatchObject({ status: "pending", positionUrl: null });
    expect(await getPositionPage(ctx, old.position), "before it is confirmed").toMatchObject({ email });
    await confirmEmailChange(visitor, confirmation);
    return { email, newEmail, code: normalizeCode(code), old, confirmation };
  }

  test("the links of earlier emails to a page of the lead are not valid", async () => {
    const { newEmail, old } = await changeEmail();
    const before = await getLead(ctx, newEmail);
    for (const token of [old.position, old.positionWithoutEmail]) {
      expect(await getPositionPage(ctx, token)).toBeNull();
      for (const act of [
        () => leaveWaitlist(visitor, token),
        () => declineOwnInvitation(visitor, token),
        () => getOwnData(visitor, token, async () => ({ subject: "", text: "" })),
        () => changeOwnEmail(visitor, token, uniqueEmail()),
        () => deleteOwnData(visitor, token),
      ])
        expect(await getErrorName(act())).toBe("link_not_valid");
    }
    for (const token of [old.confirm, old.confirmWithoutEmail]) {
      expect(await getConfirmation(ctx, token)).toBeNull();
      expect(await getErrorName(confirmEmail(visitor, token))).toBe("link_not_valid");
    }
    expect(await getLead(ctx, newEmail)).toEqual(before);
  });

  test("a claim link of an earlier email proves nothing about the new one", async () => {
    const { email, newEmail, code, old } = await changeEmail();
    const link = { code, linkToken: old.claim };
    for (const each of [email, newEmail]) {
      expect(await getClaimLinkState(ctx, { ...link, email: each })).toBeNull();
      expect(await getInvitationStatus(ctx, { ...link, email: each })).toBeNull();
      expect(await getErrorName(declineInvitation(visitor, { ...link, email: each }))).toBe("code_not_found");
    }
    expect(await getLead(ctx, newEmail)).toMatchObject({ waitlistStatus: "invited" });
    const { token } = await claimCode(ctx, { ...link, email: newEmail });
    expect(await exchangeToken(ctx, token ?? "")).toMatchObject({ emailVerified: false });
  });

  test("the notice to the old email has no link of the lead, and the new email gets links that work", async () => {
    const { email, newEmail, confirmation } = await changeEmail();
    const notice = await readNotice(newEmail);
    expect(notice).toMatchObject({ kind: "email_changed", to: email });
    expect(new URL(notice?.link ?? "")).toMatchObject({ pathname: "/", search: "", hash: "" });
    const { positionUrl } = await getEmailChangePage(ctx, confirmation);
    const { referralCode } = await getLead(ctx, newEmail);
    const links = createEmailLinks({ projectId: ctx.projectId, referralCode }, { kind: "joined", email: newEmail, code: null });
    for (const url of [positionUrl, links.positionUrl])
      expect(await getPositionPage(ctx, tokenOf({ link: url ?? "" }))).toMatchObject({ email: newEmail });
  });

  test("a second change ends the links to the email in between", async () => {
    const { newEmail, confirmation } = await changeEmail();
    const link = await positionToken(newEmail);
    const { token } = await requestChange(newEmail);
    await confirmEmailChange(visitor, token);
    expect(await getPositionPage(ctx, link)).toBeNull();
    expect(await getEmailChangePage(ctx, confirmation)).toMatchObject({ status: "expired", positionUrl: null });
  });
});
