import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { readFeed } from "@/core/events/feed";
import { insertCode, insertLeads, secondsFromNow } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, url } = await createTestApp();

test("the worker records that a send finished and that codes ended, also those that ended while no worker ran", async () => {
  const sink = await startSmtpSink();
  const code = await insertCode(ctx, { allowedClaims: 5, validUntil: secondsFromNow(1) });
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: await insertLeads(ctx, 2) });
  const read = async () => (await readFeed(ctx, { types: ["send.finished", "code.expired"] })).items;
  expect(await read()).toEqual([]);
  await startWorker({ url, smtpUrl: sink.url });
  await waitUntil("both are recorded", async () => (await read()).length === 2);
  const events = new Map((await read()).map(({ type, data }) => [type, data]));
  expect(events.get("send.finished")).toMatchObject({ id: sendId, completed: true, change: { send: sendId, deliveries: { sent: 2 } } });
  expect(events.get("code.expired")).toMatchObject({ code, status: "expired" });
});
