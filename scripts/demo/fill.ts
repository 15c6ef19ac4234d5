import { sql } from "drizzle-orm";
import { type Context, inTransaction } from "@/core/context";
import { deleteLead } from "@/core/leads/delete";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import type { JobQueue } from "@/db/queue";
import { backDateRecords } from "./back-date";
import { drawSignUpAges, timestampDaysBefore } from "./calendar";
import { DemoBuilder } from "./demo-builder";
import { addFeatures, addQuestions, drawAnswers, fillBin } from "./features";
import { requeuePendingDeliveries } from "./outcomes";
import { drawPeople } from "./people";
import { createRandom } from "./random";
import { insertTeam } from "./team";
import { addWebhooks } from "./webhooks";

/** How many leads the demo project has. */
const leadCount = 380;

/**
 * Fills a project with realistic data in one transaction: leads, codes of every type and status, claims, and sends with successful and
 * failed deliveries. Does nothing and returns false if the project has leads already.
 */
export function fillDemoProject(db: Database, queue: JobQueue, projectId: number): Promise<boolean> {
  const systemCtx: Context = { db, queue, projectId, actor: { kind: "system", id: null }, requestId: null };
  return inTransaction(systemCtx, async (inner) => {
    const [row] = await queryRows<{ filled: boolean }>(
      inner.db,
      sql`select exists (select from leads where project_id = ${projectId}) as filled`,
    );
    if (row?.filled) return false;
    await inner.db.execute(sql`update projects set name = 'Gatehouse demo', time_zone = 'Europe/Berlin' where id = ${projectId}`);
    const [key] = await queryRows<{ id: string }>(
      inner.db,
      sql`select id from api_keys where project_id = ${projectId} and kind = 'public_key' and revoked_at is null limit 1`,
    );
    const customerCtx: Context = { ...inner, actor: { kind: "public_key", id: key?.id ?? null } };
    const staffCtx: Context = { ...inner, actor: await insertTeam(inner) };
    await buildDemo(new DemoBuilder(staffCtx, customerCtx, createRandom(1)));
    await requeuePendingDeliveries(inner);
    return true;
  });
}

async function buildDemo(demo: DemoBuilder): Promise<void> {
  const { staffCtx, random, now } = demo;
  const signUpAges = drawSignUpAges(random, leadCount, now);
  const people = drawPeople(random, leadCount);
  const answers = createRandom(3);
  await addQuestions(demo);
  for (const [index, person] of people.entries()) await demo.signUp({ ...person, fields: drawAnswers(answers) }, signUpAges[index] ?? 0);
  for (const [tag, n] of [
    ["beta", 5],
    ["partner", 11],
    ["vip", 7],
  ] as const)
    await demo.tagLeads(tag, n);

  const friendsCodes = await demo.generateBatch(88.2, { name: "Friends and family", type: "creative", amount: 25 });
  await demo.claimEachCode(friendsCodes.slice(0, 19), 88, 60);

  const pressCodes = await demo.generateBatch(64.37, {
    name: "Press kit",
    type: "alphanumeric",
    amount: 12,
    allowedClaims: 5,
    tags: ["press"],
  });
  for (const code of pressCodes.slice(0, 3)) await demo.claimCode(code, 5, 64, 30);
  for (const code of pressCodes.slice(3, 8)) await demo.claimCode(code, random.between(1, 4), 64, 8);

  const fairCodes = await demo.generateBatch(70.15, { name: "Spring fair cards", type: "numeric", amount: 60 });
  await demo.claimEachCode(fairCodes.slice(0, 31), 70, 21);
  await demo.setBatchEndDate(fairCodes, 20);

  const [newsletterCode = ""] = await demo.generateBatch(57.41, {
    name: "Newsletter, issue 1",
    type: "creative",
    amount: 1,
    allowedClaims: 120,
  });
  await demo.sendCode(newsletterCode, 57.33, demo.leadsOlderThan(57.4), { failed: 3 });
  await demo.claimCode(newsletterCode, 38, 57, 2);

  const invitations = await demo.inviteLeads(
    33.12,
    demo.leadsOlderThan(34).slice(-70),
    { name: "First wave", type: "alphanumeric" },
    { failed: 4 },
  );
  await demo.claimInvitations(invitations.slice(0, 44), 33, 3);

  const [podcastCode = ""] = await demo.generateBatch(18.3, { name: "Podcast listeners", type: "creative", amount: 1, allowedClaims: 40 });
  await demo.sendCode(podcastCode, 18.21, random.sample(demo.leadsOlderThan(18.3), 110), { failed: 6, suppressed: 2 });
  await demo.claimCode(podcastCode, 40, 18, 1);

  // Sent by mistake, and deleted before half of the emails were sent.
  const [mistakeCode = ""] = await demo.generateBatch(11.08, { name: "Mistake", type: "numeric", amount: 1, allowedClaims: 30 });
  await demo.sendCode(mistakeCode, 11.06, random.sample(demo.leadsOlderThan(11.1), 30), { pending: 14, failed: 1 });
  await demo.deleteCode(mistakeCode, 11.055);

  const partnerCodes = await demo.generateBatch(26.4, { name: "Partner shops", type: "alphanumeric", amount: 30, allowedClaims: 3 });
  for (const code of partnerCodes.slice(0, 9)) await demo.claimCode(code, random.between(1, 3), 26, 4);
  await demo.pauseBatch(partnerCodes);

  const [winterCode = ""] = await demo.generateBatch(1.93, {
    name: "Winter preview",
    type: "creative",
    amount: 1,
    allowedClaims: 500,
    validFrom: timestampDaysBefore(now, -9),
    validUntil: timestampDaysBefore(now, -40),
  });
  await demo.sendCode(winterCode, 1.1, random.sample(demo.leadsOlderThan(1.1), 160), { failed: 5, retrying: 9, suppressed: 1 });
  await demo.generateBatch(1.93, {
    name: "Winter preview, cards",
    type: "numeric",
    amount: 200,
    validFrom: timestampDaysBefore(now, -9),
    validUntil: timestampDaysBefore(now, -40),
  });

  const [first = "", second = ""] = random.sample(demo.leadsOlderThan(5), 2);
  await demo.generateBatch(4.12, { name: "Personal", type: "creative", amount: 1, reservedFor: first });
  await demo.generateBatch(3.5, { name: "Personal", type: "creative", amount: 1, reservedFor: "not.yet.a.lead@example.org" });
  const [raffleCode = ""] = await demo.generateBatch(3.02, { name: "Raffle", type: "creative", amount: 6 });
  await demo.pauseCode(raffleCode);

  const [latestNewsletterCode = ""] = await demo.generateBatch(0.3, {
    name: "Newsletter, issue 2",
    type: "creative",
    amount: 1,
    allowedClaims: 200,
  });
  // The worker will save these emails to files.
  await demo.sendCode(latestNewsletterCode, 0.01, [...random.sample(demo.leadsOlderThan(1), 8), second], { pending: 9 });

  await deleteLead(staffCtx, demo.leadsOlderThan(80)[0] ?? "");
  await addFeatures(demo);
  const [batchOf = ""] = await demo.generateBatch(7.3, { name: "Rehearsal", type: "numeric", amount: 10 });
  const [code = ""] = await demo.generateBatch(7.1, { name: "Spare", type: "alphanumeric", amount: 2 });
  await demo.deleteClaimTokens();
  await backDateRecords(staffCtx, demo.timestamps);
  await fillBin(demo, { code, batchOf });
  await addWebhooks(demo);
}
