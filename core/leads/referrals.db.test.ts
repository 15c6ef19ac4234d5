import { expect, test } from "vitest";
import { apiClient } from "@/tests/harness/api";
import { insertProject, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { updateRateLimitSettings } from "../abuse-protection/rate-limit-settings";
import type { Context } from "../context";
import { updateProject } from "../projects/update";
import { bulkUpdateLeads } from "./bulk-actions";
import { createLead } from "./create";
import { getLead } from "./record";
import { processSignUp } from "./referrals";
import { getLeadPosition } from "./waitlist";

const { ctx: first, openSecondPool } = await createTestApp();

async function createReferrer(email = uniqueEmail()) {
  const project = await insertProject(first);
  await updateProject(project.ctx, { referralBonus: 1 });
  await createLead(project.ctx, { email, waitlist: true });
  const { referralCode } = await getLead(project.ctx, email);
  const runJob = async (friend: string, ctx: Context = project.ctx) =>
    processSignUp(ctx, { referralCode: (await getLead(project.ctx, friend)).referralCode, sendEmail: false });
  const countReferrals = async () => (await getLeadPosition(project.ctx, email)).referrals;
  return { ...project, referralCode, runJob, countReferrals };
}

test("a referred person counts once, whatever plus tags and dots of Gmail they sign up with, and the referrer never counts", async () => {
  const name = uniqueId();
  const { ctx, referralCode, runJob, countReferrals } = await createReferrer(`ada.${name}@gmail.com`);
  const join = async (email: string) => {
    await createLead(ctx, { email, referralCode, waitlist: true });
    await runJob(email);
    return countReferrals();
  };
  expect(await join(`a.d.a${name}+friend@googlemail.com`)).toBe(0);
  expect(await join(`grace${name}@gmail.com`)).toBe(1);
  expect(await join(`g.r.a.c.e${name}@gmail.com`)).toBe(1);
  expect(await join(`grace${name}+2@googlemail.com`)).toBe(1);
  expect(await join(`bob@example.org`)).toBe(2);
  expect(await join(`bob+1@example.org`)).toBe(2);
  // Other providers tell dots apart, and a tag alone is a name.
  expect(await join(`b.ob@example.org`)).toBe(3);
  expect(await join(`+1@example.org`)).toBe(4);
  // Each of them is a lead of their own.
  expect(await getLead(ctx, "bob+1@example.org")).toMatchObject({ onWaitlist: true, referredBy: { referralCode } });
});

test("two spellings of one email count once, also at the same time", async () => {
  const { ctx, referralCode, runJob, countReferrals } = await createReferrer();
  const others = [ctx, { ...openSecondPool().ctx, projectId: ctx.projectId }];
  const emails = Array.from({ length: 6 }, (_, index) => `friend+${index}@example.org`);
  for (const email of emails) await createLead(ctx, { email, referralCode });
  await Promise.all(emails.map((email, index) => runJob(email, others[index % 2])));
  expect(await countReferrals()).toBe(1);
});

test("only confirmed sign-ups of the public count while double opt-in is on", async () => {
  const { ctx, publicCtx, referralCode, runJob, countReferrals } = await createReferrer();
  const [withoutWaitlist, fromServer] = [uniqueEmail(), uniqueEmail()];
  await updateProject(ctx, { doubleOptIn: true });
  await createLead(publicCtx, { email: withoutWaitlist, referralCode });
  await runJob(withoutWaitlist);
  expect(await getLead(ctx, withoutWaitlist)).toMatchObject({ status: "active", confirmedAt: null });
  expect(await countReferrals()).toBe(0);
  await createLead(ctx, { email: fromServer, referralCode });
  await runJob(fromServer);
  expect(await countReferrals()).toBe(1);
});

test("sign-ups with a referral code are held for review once a client made too many, until staff approve them", async () => {
  const { ctx, publicKey, referralCode, runJob, countReferrals } = await createReferrer();
  await updateRateLimitSettings(ctx, { referralsPerClient: 2 });
  const signUp = async (ipAddress: string, more: object = { referralCode }) => {
    const email = uniqueEmail();
    expect(await apiClient(publicKey).post("/leads/create", { email, waitlist: true, ...more }, { ipAddress })).toMatchObject({
      status: 200,
    });
    await runJob(email);
    return email;
  };
  for (let i = 0; i < 2; i++) await signUp("192.0.2.1");
  const held = await signUp("192.0.2.1");
  expect(await getLead(ctx, held)).toMatchObject({ status: "held", heldReason: "same_client", onWaitlist: false });
  expect(await getLead(ctx, await signUp("192.0.2.1", {}))).toMatchObject({ status: "active" });
  expect(await getLead(ctx, await signUp("192.0.2.2"))).toMatchObject({ status: "active" });
  expect(await countReferrals()).toBe(3);
  // Signing up again without the referral code doesn't release it.
  await apiClient(publicKey).post("/leads/create", { email: held, waitlist: true }, { ipAddress: "192.0.2.3" });
  expect(await getLead(ctx, held)).toMatchObject({ status: "held", onWaitlist: false });
  await bulkUpdateLeads(ctx, { action: "approve", emails: [held] });
  await runJob(held);
  expect(await getLead(ctx, held)).toMatchObject({ status: "active", onWaitlist: true });
  expect(await countReferrals()).toBe(4);
});
