import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { queryRows } from "@/db/query";
import type { DeliveryPayload } from "@/db/queue";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { recordResults, takeDeliveries } from "./delivery-attempts";

const { ctx, db } = await createTestApp();

async function createJob(amount: number): Promise<DeliveryPayload> {
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: await insertLeads(ctx, amount) });
  const deliveries = await queryRows<{ id: string }>(db, sql`select id from deliveries where send_id = ${sendId} order by email`);
  return { projectId: ctx.projectId, attempt: 1, deliveryIds: deliveries.map(({ id }) => id) };
}

const takeIds = async (job: DeliveryPayload) => (await takeDeliveries(ctx, job)).map(({ id }) => id).sort();
const getState = async (id: string) =>
  (await queryRows<{ status: string; attempts: number }>(db, sql`select status, attempts from deliveries where id = ${id}`))[0];

test("a retried delivery is left to its own job, however often the first job runs again", async () => {
  const job = await createJob(2);
  const [retried = "", sending = ""] = job.deliveryIds;
  expect(await takeIds(job)).toEqual([retried, sending].sort());
  await recordResults(ctx, { attempt: 1 }, [{ id: retried, status: "retrying", error: "451 later" }]);
  const jobs = await queryRows<{ data: DeliveryPayload }>(db, sql`select data from pgboss.job where data ->> 'attempt' = '2'`);
  expect(jobs.map(({ data }) => data)).toEqual([{ projectId: ctx.projectId, attempt: 2, deliveryIds: [retried] }]);

  // The worker of the first job died, so another worker runs it, before and while the second job runs.
  expect(await takeIds(job)).toEqual([sending]);
  expect(await takeIds({ ...job, attempt: 2, deliveryIds: [retried] })).toEqual([retried]);
  expect(await takeIds(job)).toEqual([sending]);
  // A late result of an earlier attempt is ignored.
  await recordResults(ctx, { attempt: 1 }, [{ id: retried, status: "failed", error: "late" }]);
  expect(await getState(retried)).toEqual({ status: "sending", attempts: 2 });
});

test("a released delivery returns to its previous state", async () => {
  const job = await createJob(1);
  const [id = ""] = job.deliveryIds;
  await takeDeliveries(ctx, job);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "released" }]);
  expect(await getState(id)).toEqual({ status: "queued", attempts: 0 });
  expect(await takeIds(job)).toEqual([id]);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "retrying", error: "451 later" }]);
  await takeDeliveries(ctx, { ...job, attempt: 2 });
  await recordResults(ctx, { attempt: 2 }, [{ id, status: "released" }]);
  expect(await getState(id)).toEqual({ status: "retrying", attempts: 1 });
});

test("a sent delivery never changes again", async () => {
  const job = await createJob(1);
  const [id = ""] = job.deliveryIds;
  await takeDeliveries(ctx, job);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "sent" }]);
  expect(await takeIds(job)).toEqual([]);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "failed", error: "late" }]);
  expect(await getState(id)).toEqual({ status: "sent", attempts: 1 });
});

test("any response of a mail server is stored without losing other results", async () => {
  const responses = ["550 no \u0000such user", `550 ${"x".repeat(995)}😀😀`, "550 \ud83d half a letter", "550 ok\r\nBcc: x"];
  const job = await createJob(responses.length + 1);
  await takeDeliveries(ctx, job);
  const [accepted = "", ...rejected] = job.deliveryIds;
  await recordResults(ctx, { attempt: 1 }, [
    { id: accepted, status: "sent" },
    ...rejected.map((id, index) => ({ id, status: "failed" as const, error: responses[index] ?? "" })),
  ]);
  expect((await getState(accepted))?.status).toBe("sent");
  const stored = await queryRows<{ error: string }>(
    db,
    sql`select error from deliveries where id = any(${`{${rejected.join(",")}}`}::uuid[]) order by email`,
  );
  expect(stored.map(({ error }) => error)).toEqual([
    "550 no  such user",
    expect.stringMatching(/^550 x+\ufffd$/),
    "550 \ufffd half a letter",
    "550 ok  Bcc: x",
  ]);
});
