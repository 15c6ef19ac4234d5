import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { queryRows } from "@/db/query";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();

test("saves emails to files without a mail server, and logs the folder but no personal data", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse outbox "));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
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
