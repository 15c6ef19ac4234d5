import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { conflictModes } from "@/contract/leads";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { deleteLeads, listEntries, undo } from "@/tests/harness/bin";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { exchangeToken } from "../claims/exchange";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { getEmailChangeNotice, requestEmailChange, requestOwnEmailChange } from "../leads/change-email";
import { createLead, joinWaitlist } from "../leads/create";
import { createLeads } from "../leads/create-many";
import { getLead } from "../leads/record";
import { updateProject } from "../projects/update";
import { updateBlockList } from "./block-list";
import { createCodeLinkToken } from "./link-token";

// Every way in, with each protection that staff can switch on. docs/decisions/0069-ways-in-and-protections.md has the table.

const app = await createTestApp();

async function createProject() {
  const { ctx, publicCtx } = await insertProject(app.ctx);
  const email = `${uniqueEmail().split("@")[0]}@mail.blocked.example`;
  await updateBlockList(ctx, { entries: ["blocked.example"] });
  return { ctx, publicCtx, staffCtx: await staffContext(ctx, { name: "Grace Hopper" }), email };
}

const newCode = async (ctx: Context, options: Parameters<typeof insertCode>[1] = {}) => normalizeCode(await insertCode(ctx, options));

const countClaims = async (ctx: Context, email: string) =>
  (await queryRows(ctx.db, sql`select from claims where project_id = ${ctx.projectId} and email = ${email}`)).length;

describe("the block list", () => {
  test.each(["publicCtx", "ctx", "staffCtx"] as const)(
    "a claim with %s is refused, before anything is said about the code",
    async (way) => {
      const project = await createProject();
      const { ctx, email } = project;
      for (const code of [await newCode(ctx), await newCode(ctx, { reservedFor: email }), "nowhere"])
        expect(await getErrorName(claimCode(project[way], { code, email }))).toBe("email_blocked");
      expect(await countClaims(ctx, email)).toBe(0);
      expect(await getErrorName(getLead(ctx, email))).toBe("lead_not_found");
    },
  );

  test("refuses a claim with a link that was emailed, and without confirmation", async () => {
    const { ctx, publicCtx, email } = await createProject();
    const code = await newCode(ctx);
    const linkToken = createCodeLinkToken(ctx.projectId, { code, email });
    expect(await getErrorName(claimCode(publicCtx, { code, email, linkToken }))).toBe("email_blocked");
    await updateProject(ctx, { requireClaimConfirmation: true });
    expect(await getErrorName(claimCode(publicCtx, { code, email }))).toBe("email_blocked");
    expect(await queryRows(ctx.db, sql`select kind from deliveries where project_id = ${ctx.projectId}`)).toEqual([]);
  });

  test("leaves a claim from before it was changed: it can be exchanged, and claimed again", async () => {
    const { ctx, publicCtx, email } = await createProject();
    await updateBlockList(ctx, { entries: [] });
    const code = await newCode(ctx);
    const { token } = await claimCode(publicCtx, { code, email });
    await updateBlockList(ctx, { entries: [email] });
    expect((await exchangeToken(ctx, token ?? "")).lead.email).toBe(email);
    expect(await claimCode(publicCtx, { code, email })).toMatchObject({ email });
    expect(await countClaims(ctx, email)).toBe(1);
  });

  test("holds sign-ups and joins, but not leads whom a secret key or staff add", async () => {
    const { ctx, publicCtx, staffCtx, email } = await createProject();
    await createLead(publicCtx, { email, waitlist: true });
    expect(await getLead(ctx, email)).toMatchObject({ status: "held", heldReason: "blocked", onWaitlist: false });
    await joinWaitlist(publicCtx, { email });
    expect(await getLead(ctx, email)).toMatchObject({ status: "held", onWaitlist: false });
    for (const trusted of [ctx, staffCtx]) {
      const added = `added-${uniqueEmail().split("@")[0]}@blocked.example`;
      await createLead(trusted, { email: added, waitlist: true });
      expect(await getLead(ctx, added)).toMatchObject({ status: "active", onWaitlist: true });
      const { leads } = await createLeads(trusted, {
        leads: [{ email: `many-${added}`, lead: { email: `many-${added}`, waitlist: true } }],
      });
      expect(leads).toMatchObject([{ outcome: "created", warnings: [{ name: "email_blocked" }] }]);
      expect(await getLead(ctx, `many-${added}`)).toMatchObject({ status: "active", onWaitlist: true });
    }
  });

  test("refuses it as a new email of a lead: for staff with the reason, for the lead without an email", async () => {
    const { ctx, email: blocked } = await createProject();
    const email = await insertLead(ctx);
    expect(await getErrorName(requestEmailChange(ctx, { email, newEmail: blocked }))).toBe("email_blocked");
    const { referralCode } = await getLead(ctx, email);
    expect(await requestOwnEmailChange(ctx, { referralCode, email }, blocked)).toEqual({ newEmail: blocked });
    const [change] = await queryRows<{ id: string }>(ctx.db, sql`select id from email_changes where project_id = ${ctx.projectId}`);
    expect(await getEmailChangeNotice(ctx, change?.id ?? "")).toBeNull();
  });

  test("keeps a lead held who is restored from the bin", async () => {
    const { ctx, publicCtx, staffCtx, email } = await createProject();
    await createLead(publicCtx, { email, waitlist: true });
    const job = await deleteLeads(staffCtx, [email]);
    expect((await listEntries(staffCtx)).length).toBe(1);
    await undo(staffCtx, job);
    expect(await getLead(ctx, email)).toMatchObject({ status: "held", heldReason: "blocked" });
  });
});

test.each(["publicCtx", "ctx", "staffCtx"] as const)("a lead whose sign-up is held stays held after a claim with %s", async (way) => {
  const project = await createProject();
  const { ctx, publicCtx } = project;
  const email = uniqueEmail();
  await createLead(publicCtx, { email, waitlist: true, homepage: "https://example.org" });
  const code = await newCode(ctx);
  const linkToken = way === "publicCtx" ? createCodeLinkToken(ctx.projectId, { code, email }) : undefined;
  expect(await getOutcome(claimCode(project[way], { code, email, linkToken }))).toBe("done");
  expect(await getLead(ctx, email)).toMatchObject({ status: "held", heldReason: "honeypot", hasClaimedCode: true, onWaitlist: false });
});

test.each(conflictModes)(
  "a lead whose sign-up is held stays held, and doesn't join the waitlist, with onConflict %s",
  async (onConflict) => {
    const { ctx, publicCtx, staffCtx } = await createProject();
    const email = uniqueEmail();
    await createLead(publicCtx, { email, waitlist: true, homepage: "https://example.org" });
    for (const trusted of [ctx, staffCtx]) {
      await createLead(trusted, { email, waitlist: true, onConflict });
      await createLeads(trusted, { leads: [{ email, lead: { email, waitlist: true } }], onConflict });
      expect(await getLead(ctx, email)).toMatchObject({ status: "held", heldReason: "honeypot", onWaitlist: false });
    }
  },
);

test.each(conflictModes)("a lead who hasn't confirmed their email still has to, with onConflict %s", async (onConflict) => {
  const { ctx, publicCtx } = await createProject();
  await updateProject(ctx, { doubleOptIn: true });
  const email = uniqueEmail();
  await createLead(publicCtx, { email, waitlist: true });
  await createLead(ctx, { email, waitlist: true, onConflict });
  await createLeads(ctx, { leads: [{ email, lead: { email, waitlist: true, confirmedAt: "2025-01-01T00:00:00.000Z" } }], onConflict });
  expect(await getLead(ctx, email)).toMatchObject({ status: "unconfirmed", onWaitlist: false, confirmedAt: null });
});
