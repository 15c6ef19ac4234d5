import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { queryRows } from "@/db/query";
import { insertCode, insertLead } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
await startWorker({ url, smtpUrl: sink.url, pollingSeconds: 600 });

test("an email is sent as soon as it is queued, without waiting for the polling interval", async () => {
  const code = normalizeCode(await insertCode(ctx));
  for (let sends = 0; sends < 3; sends++) {
    const email = await insertLead(ctx);
    const { sendId } = await sendCode(ctx, { code, emails: [email] });
    await waitUntil("the email is sent", async () => {
      const [delivery] = await queryRows<{ status: string }>(db, sql`select status from deliveries where send_id = ${sendId}`);
      return delivery?.status === "sent";
    });
    expect(sink.messageIdsFor(email)).toHaveLength(1);
    // After sending, the worker polls once immediately.
    await sleep(150);
  }
});
