import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { queryRows } from "@/db/query";
import type { DeliveryPayload } from "@/db/queue";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { recordResults, takeDeliveries } from "./deliver";

const { ctx, db } = await createTestApp();

async function aSendTo(amount: number): Promise<DeliveryPayload> {
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: await insertLeads(ctx, amount) });
  const deliveries = await queryRows<{ id: string }>(db, sql`select id from deliveries where send_id = ${sendId} order by email`);
  return { projectId: ctx.projectId, attempt: 1, deliveryIds: deliveries.map(({ id }) => id) };
}

const idsOf = async (job: DeliveryPayload) => (await takeDeliveries(ctx, job)).map(({ id }) => id).sort();
const standing = async (id: string) =>
  (await queryRows<{ status: string; attempts: number }>(db, sql`select status, attempts from deliveries where id = ${id}`))[0];

test("what is put off belongs to its own job, however often the first one comes round", async () => {
  const job = await aSendTo(2);
  const [putOff = "", underWay = ""] = job.deliveryIds;
  expect(await idsOf(job)).toEqual([putOff, underWay].sort());
  await recordResults(ctx, { attempt: 1 }, [{ id: putOff, status: "retrying", error: "451 later" }]);
  const jobs = await queryRows<{ data: DeliveryPayload }>(db, sql`select data from pgboss.job where data ->> 'attempt' = '2'`);
  expect(jobs.map(({ data }) => data)).toEqual([{ projectId: ctx.projectId, attempt: 2, deliveryIds: [putOff] }]);

  // The worker of the first job died: it is given to another, before and while the second one runs.
  expect(await idsOf(job)).toEqual([underWay]);
  expect(await idsOf({ ...job, attempt: 2, deliveryIds: [putOff] })).toEqual([putOff]);
  expect(await idsOf(job)).toEqual([underWay]);
  // A result that comes late is of a try that is over.
  await recordResults(ctx, { attempt: 1 }, [{ id: putOff, status: "failed", error: "late" }]);
  expect(await standing(putOff)).toEqual({ status: "sending", attempts: 2 });
});

test("what is released waits as if it had not been taken", async () => {
  const job = await aSendTo(1);
  const [id = ""] = job.deliveryIds;
  await takeDeliveries(ctx, job);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "released" }]);
  expect(await standing(id)).toEqual({ status: "queued", attempts: 0 });
  expect(await idsOf(job)).toEqual([id]);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "retrying", error: "451 later" }]);
  await takeDeliveries(ctx, { ...job, attempt: 2 });
  await recordResults(ctx, { attempt: 2 }, [{ id, status: "released" }]);
  expect(await standing(id)).toEqual({ status: "retrying", attempts: 1 });
});

test("what is sent stays sent", async () => {
  const job = await aSendTo(1);
  const [id = ""] = job.deliveryIds;
  await takeDeliveries(ctx, job);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "sent" }]);
  expect(await idsOf(job)).toEqual([]);
  await recordResults(ctx, { attempt: 1 }, [{ id, status: "failed", error: "late" }]);
  expect(await standing(id)).toEqual({ status: "sent", attempts: 1 });
});

test("whatever a mail server answers is written down, and takes nobody's result back", async () => {
  const said = ["550 no \u0000such user", `550 ${"x".repeat(995)}😀😀`, "550 \ud83d half a letter", "550 ok\r\nBcc: x"];
  const job = await aSendTo(said.length + 1);
  await takeDeliveries(ctx, job);
  const [fine = "", ...refused] = job.deliveryIds;
  await recordResults(ctx, { attempt: 1 }, [
    { id: fine, status: "sent" },
    ...refused.map((id, place) => ({ id, status: "failed" as const, error: said[place] ?? "" })),
  ]);
  expect((await standing(fine))?.status).toBe("sent");
  const written = await queryRows<{ error: string }>(
    db,
    sql`select error from deliveries where id = any(${`{${refused.join(",")}}`}::uuid[]) order by email`,
  );
  expect(written.map(({ error }) => error)).toEqual([
    "550 no  such user",
    expect.stringMatching(/^550 x+\ufffd$/),
    "550 \ufffd half a letter",
    "550 ok  Bcc: x",
  ]);
});
