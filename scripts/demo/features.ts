import { sql } from "drizzle-orm";
import { normalizeCode } from "@/contract/normalize";
import type { Question } from "@/contract/questions";
import { updateBlockList } from "@/core/abuse-protection/block-list";
import { bulkUpdateBatches } from "@/core/batches/bulk-update";
import { updateBatch } from "@/core/batches/update";
import { bulkUpdateCodes } from "@/core/codes/bulk-update";
import { importCodes } from "@/core/codes/import-codes";
import type { Context } from "@/core/context";
import { checkImport, runImport } from "@/core/imports/start";
import { uploadImport } from "@/core/imports/upload";
import { runJob } from "@/core/jobs/run";
import { bulkUpdateLeads } from "@/core/leads/bulk-actions";
import { declineWithoutToken } from "@/core/leads/invitations";
import { updateProject } from "@/core/projects/update";
import { sendAnnouncement } from "@/core/sends/announce";
import { itemsIn } from "@/core/sql";
import { addSuppression } from "@/core/suppressions/add";
import { createView } from "@/core/views/views";
import { createWave } from "@/core/waves/waves";
import { queryRows } from "@/db/query";
import { timestampDaysBefore } from "./calendar";
import type { DemoBuilder } from "./demo-builder";
import { drawPeople } from "./people";
import { createRandom, type Random } from "./random";

const questions: Question[] = [
  {
    key: "role",
    label: "What do you do?",
    type: "choice",
    required: false,
    onJoinForms: true,
    options: ["Teacher", "Librarian", "Student", "Something else"],
  },
  { key: "readers", label: "How many of you read together?", type: "text", options: [], required: false, onJoinForms: true },
  { key: "website", label: "Your website", type: "url", options: [], required: false, onJoinForms: true },
  { key: "interview", label: "Could we ask you a few questions?", type: "checkbox", options: [], required: false, onJoinForms: true },
];

export const addQuestions = ({ staffCtx }: DemoBuilder): Promise<unknown> =>
  updateProject(staffCtx, { questions, successMessage: "Welcome! Sign in with your email to start reading." });

/** Draws the answers of a new lead. Many people answer nothing. */
export function drawAnswers(random: Random): Record<string, string | boolean> {
  if (random.chance(0.45)) return {};
  return {
    role: random.pick(["Teacher", "Teacher", "Librarian", "Student", "Something else"]),
    ...(random.chance(0.6) ? { readers: String(random.between(2, 30)) } : {}),
    ...(random.chance(0.15) ? { website: `https://readers${random.between(10, 99)}.example.org` } : {}),
    interview: random.chance(0.35),
  };
}

/** Adds what else the dashboard shows: imports, waves, an announcement, held sign-ups and a saved view. */
export async function addFeatures(demo: DemoBuilder): Promise<void> {
  const random = createRandom(2);
  await importLeads(demo.staffCtx, random);
  await handOutStoreCodes(demo, random);
  await sendNews(demo);
  await inviteInWaves(demo, random);
  await holdSignUps(demo, random);
  await addSuppressions(demo);
  await createView(demo.staffCtx, {
    list: "leads",
    name: "Teachers on the waitlist",
    filters: { waitlist: "true", "field.role": "Teacher" },
  });
}

/** Imports the list of a fair, with rows that are refused. */
async function importLeads(ctx: Context, random: Random): Promise<void> {
  const people = drawPeople(random, 24).map(({ email, firstname = "", lastname = "" }, index) => {
    const day = timestampDaysBefore(new Date(), 45 + (index % 3)).slice(0, 10);
    return [`fair.${email}`, firstname, lastname, day, index % 4 === 0 ? "Librarian" : "Teacher"].join(",");
  });
  const lines = ["Email,First name,Last name,Date,What do you do?", ...people, "no email given,Robin,,,Student", ",Ana,Sousa,,Teacher"];
  const { id } = await uploadImport(ctx, toStream(lines.join("\r\n")), "Book fair.csv");
  await checkImport(ctx, id, {
    mapping: { Email: "email", "First name": "firstname", "Last name": "lastname", Date: "createdAt", "What do you do?": "field:role" },
    tags: ["fair"],
    waitlist: "all",
    consent: "Signed the list at our stand",
  });
  await runImportJob(ctx, id);
  await runImport(ctx, id);
  await runImportJob(ctx, id);
}

const toStream = async function* (text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
};

async function runImportJob(ctx: Context, id: string): Promise<void> {
  const [row] = await queryRows<{ job: string }>(
    ctx.db,
    sql`select job_id as job from imports where project_id = ${ctx.projectId} and id = ${id}`,
  );
  await runJob(ctx, row?.job ?? "", new AbortController().signal);
}

/** Gives codes that are redeemed in a store to some leads, one each. */
async function handOutStoreCodes(demo: DemoBuilder, random: Random): Promise<void> {
  const { staffCtx, now } = demo;
  const codes = Array.from(
    { length: 40 },
    () => `APP-${random.between(1e8, 9e8).toString(36).toUpperCase()}${random.between(1e8, 9e8).toString(36).toUpperCase()}`,
  );
  const { batch } = await importCodes(staffCtx, Buffer.from(["code", ...codes].join("\n")), { name: "App store codes" });
  if (batch === null) throw new Error("The codes could not be imported");
  await updateBatch(staffCtx, batch.id, { redemptionUrl: "https://store.example.org/redeem?code={code}" });
  const emails = random.sample(demo.leadsOlderThan(14), 22);
  await demo.inviteFromBatch(14.2, emails, batch.id, { failed: 1 });
  demo.timestamps.batches.push({ id: batch.id, at: timestampDaysBefore(now, 15.1) });
}

/** Announces something now and in some days. */
async function sendNews(demo: DemoBuilder): Promise<void> {
  const announcement = { button: "Read the plans", buttonUrl: "https://example.org/news", skip: [] };
  const { sendId } = await sendAnnouncement(demo.staffCtx, {
    ...announcement,
    subject: "What we are building this winter",
    body: "Hello {{firstname|there}},\n\nThank you for waiting. This is what comes **before the holidays**.\n\n{{button}}",
    emails: demo.leadsOlderThan(6.4),
  });
  await demo.recordSend(sendId, 6.3, { failed: 4, suppressed: 1 });
  await sendAnnouncement(demo.staffCtx, {
    ...announcement,
    subject: "We open on Monday",
    body: "Hello {{firstname|there}},\n\n{{project}} opens for everyone who is on the waitlist.\n\n{{button}}",
    filter: { waitlist: true },
    scheduledAt: timestampDaysBefore(demo.now, -5),
  });
}

/** Invites people in line: in a wave that was sent, one that is scheduled, and a recurring one. */
async function inviteInWaves(demo: DemoBuilder, random: Random): Promise<void> {
  const { staffCtx, now } = demo;
  const wave = await createWave(staffCtx, { name: "Autumn readers", size: 30, expiresAfterDays: 21, reminderAfterDays: 14, passOn: true });
  const invitations = await demo.recordWave(wave.id, 9.2, { failed: 1 });
  const [declined, ...others] = random.sample(invitations, invitations.length);
  const opened = others.slice(0, 19).map(({ email }) => email);
  await staffCtx.db.execute(
    sql`update lead_invitations set opened_at = now() where project_id = ${staffCtx.projectId} and wave_id = ${wave.id} and email in ${itemsIn(opened)}`,
  );
  await demo.claimInvitations(others.slice(0, 12), 9, 0.5);
  if (declined) await declineWithoutToken(staffCtx, declined);
  await createWave(staffCtx, { name: "Winter readers", size: 40, scheduledAt: timestampDaysBefore(now, -6), expiresAfterDays: 14 });
  await createWave(staffCtx, {
    name: "Teachers, every weekday",
    size: 5,
    filter: { tag: "beta" },
    repeat: { weekdays: ["monday", "tuesday", "wednesday", "thursday", "friday"], time: "09:00", total: 60 },
  });
}

/** Sign-ups that wait for a decision: from a blocked domain, and sent faster than people type. */
async function holdSignUps(demo: DemoBuilder, random: Random): Promise<void> {
  await updateBlockList(demo.staffCtx, { entries: ["junk.example.net"] });
  for (const [index, person] of drawPeople(random, 5).entries()) {
    const email = index < 3 ? person.email.replace(/@.*/, "@junk.example.net") : `quick.${person.email}`;
    await demo.signUp({ ...person, email, isTooFast: index >= 3 }, 0.4 + index * 0.6);
  }
}

async function addSuppressions(demo: DemoBuilder): Promise<void> {
  const [first = "", second = ""] = demo.leadsOlderThan(50).slice(20);
  await addSuppression(demo.staffCtx, { email: first, reason: "complained", note: "Told us by phone" });
  await addSuppression(demo.staffCtx, { email: second, reason: "staff", note: "Wants letters only" });
}

/** Deletes a lead, a code and the batch of another one, which can be restored. After back-dating, because that doesn't move the bin. */
export async function fillBin(demo: DemoBuilder, { code, batchOf }: { code: string; batchOf: string }): Promise<void> {
  const { staffCtx } = demo;
  await bulkUpdateBatches(staffCtx, { action: "delete", batches: [await demo.getBatchId(batchOf)], bin: true });
  await bulkUpdateCodes(staffCtx, { action: "delete", codes: [normalizeCode(code)], bin: true });
  await bulkUpdateLeads(staffCtx, { action: "delete", emails: demo.leadsOlderThan(81).slice(3, 4), bin: true });
}
