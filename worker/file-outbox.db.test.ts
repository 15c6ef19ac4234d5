import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { deleteLead } from "@/core/leads/delete";
import { queueStaffEmail } from "@/core/staff/record";
import { queryRows } from "@/db/query";
import { newId } from "@/lib/ids";
import { insertCode, insertLead, insertLeads } from "@/tests/harness/factories";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";
import { cleanUpOutbox } from "./outbox";

const { ctx, db, url } = await createTestApp();

test("saves emails to files without a mail server, and logs the folder but no personal data", async () => {
  const dataDir = createDataFolder();
  const worker = await startWorker({ url, dataDir });
  const emails = await insertLeads(ctx, 120);
  const code = await insertCode(ctx, { text: "curious-pineapple" });
  await sendCode(ctx, { code: normalizeCode(code), emails });
  const savedDeliveries = () =>
    queryRows<{ id: string; email: string }>(db, sql`select id, email from deliveries where status = 'saved_to_file'`);
  await waitUntil("all emails are saved", async () => (await savedDeliveries()).length === emails.length);

  const outbox = join(dataDir, "outbox");
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  expect(readdirSync(outbox).sort()).toEqual((await savedDeliveries()).map(({ id }) => `${id}.eml`).sort());
  for (const { id, email } of (await savedDeliveries()).slice(0, 3)) {
    const file = join(outbox, `${id}.eml`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const parsed = await PostalMime.parse(readFileSync(file));
    expect(parsed.to?.[0]?.address).toBe(email);
    expect(parsed.text).toContain("curious-pineapple");
  }
  expect((await worker.stop()).code).toBe(0);
  const log = worker.logLines().join("\n");
  expect(log).toContain(outbox);
  expect(log).not.toMatch(/@example|pineapple/);
});

function createDataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse outbox "));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const findDelivery = async (email: string) => {
  const [row] = await queryRows<{ id: string }>(db, sql`select id from deliveries where email = ${email} and status = 'saved_to_file'`);
  return row?.id;
};

test("removes the saved emails of a deleted lead at once, and no others", async () => {
  const dataDir = createDataFolder();
  const outbox = join(dataDir, "outbox");
  const worker = await startWorker({ url, dataDir });
  const [deleted, kept] = [await insertLead(ctx), await insertLead(ctx)];
  await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [deleted, kept] });
  await queueStaffEmail(ctx, { kind: "password_changed", staffId: (await insertStaff(ctx)).id });
  const deletedId = await waitUntil("the email is saved", () => findDelivery(deleted));
  const keptId = await waitUntil("the other email is saved", () => findDelivery(kept));
  await waitUntil("the email to staff is saved", () => readdirSync(outbox).some((name) => name.startsWith("staff-")));
  expect(existsSync(join(outbox, `${deletedId}.eml`))).toBe(true);

  await deleteLead(ctx, deleted);
  await waitUntil("the email is removed", () => !existsSync(join(outbox, `${deletedId}.eml`)), 15_000);
  expect(readdirSync(outbox).sort()).toEqual([`${keptId}.eml`, expect.stringMatching(/^staff-.*\.eml$/)]);
  await worker.stop();
});

test("keeps saved emails for 30 days, and not those of leads who were deleted while another worker ran", async () => {
  const outbox = join(createDataFolder(), "outbox");
  await cleanUpOutbox(db, outbox);
  mkdirSync(outbox);
  const email = await insertLead(ctx);
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [email] });
  const [delivery] = await queryRows<{ id: string }>(db, sql`select id from deliveries where send_id = ${sendId}::uuid`);
  const daysAgo = { "staff-new.eml": 29, "staff-old.eml": 31, "old.eml.part": 31, [`${delivery?.id}.eml`]: 29, [`${newId()}.eml`]: 0 };
  for (const [name, days] of Object.entries(daysAgo)) {
    writeFileSync(join(outbox, name), "");
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(join(outbox, name), at, at);
  }
  await cleanUpOutbox(db, outbox);
  expect(readdirSync(outbox).sort()).toEqual([`${delivery?.id}.eml`, "staff-new.eml"].sort());
});
