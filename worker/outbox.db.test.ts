import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { send } from "@/core/codes/send";
import { rows } from "@/db/rows";
import { aCode, someLeads } from "@/tests/harness/factories";
import { startWorker, until } from "@/tests/harness/worker";
import { aWorld } from "@/tests/harness/world";

const { ctx, db, url } = await aWorld();

test("without a mail server each message is kept as a file, and the log says where and names nobody", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse outbox "));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const worker = await startWorker({ url, dataDir });
  const emails = await someLeads(ctx, 120);
  const code = await aCode(ctx, { text: "curious-pineapple" });
  await send(ctx, { code: codeIdentity(code), emails });
  const kept = () => rows<{ id: string; email: string }>(db, sql`select id, email from deliveries where status = 'kept'`);
  await until("all kept", async () => (await kept()).length === emails.length);

  const outbox = join(dataDir, "outbox");
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  expect(readdirSync(outbox).sort()).toEqual((await kept()).map(({ id }) => `${id}.eml`).sort());
  for (const { id, email } of (await kept()).slice(0, 3)) {
    const file = join(outbox, `${id}.eml`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const mail = await PostalMime.parse(readFileSync(file));
    expect(mail.to?.[0]?.address).toBe(email);
    expect(mail.text).toContain("curious-pineapple");
  }
  expect((await worker.stop()).code).toBe(0);
  const log = worker.logged().join("\n");
  expect(log).toContain(outbox);
  expect(log).not.toMatch(/@example|pineapple/);
});
