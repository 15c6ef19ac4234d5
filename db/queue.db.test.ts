import type { EventEmitter } from "node:events";
import { afterAll, expect, test } from "vitest";
import { isHeavy } from "@/tests/harness/size";
import { startTcpProxy } from "@/tests/harness/tcp-proxy";
import { createTestDatabase } from "@/tests/harness/test-database";
import { waitUntil } from "@/tests/harness/worker";
import { openJobQueue, openWorkerQueue, signUpQueue } from "./queue";

const { db, url } = await createTestDatabase();

test("errors that pg-boss reports as plain objects arrive as errors", async () => {
  const errors: Error[] = [];
  const workerQueue = await openWorkerQueue(url, (error) => errors.push(error));
  // The queue's own type of `emit` only accepts errors.
  const emitter: EventEmitter = workerQueue;
  emitter.emit("error", { message: "terminating connection", code: "57P01", severity: "FATAL" });
  await workerQueue.stop({ graceful: false });
  expect(errors).toEqual([expect.any(Error)]);
  expect(errors[0]).toMatchObject({ message: "terminating connection", code: "57P01", severity: "FATAL" });
});

test.skipIf(!isHeavy)("the worker's queue gets new jobs soon after its connections were lost without a message", async () => {
  const proxy = await startTcpProxy(url);
  const errors: unknown[] = [];
  const workerQueue = await openWorkerQueue(proxy.url, (error) => errors.push(error), 500);
  const queue = openJobQueue(url, (error) => errors.push(error));
  afterAll(async () => {
    await workerQueue.stop({ graceful: false });
    await queue.close();
    await proxy.close();
  });
  const received: string[] = [];
  await workerQueue.work<{ referralCode: string }>(signUpQueue, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    if (job) received.push(job.data.referralCode);
  });
  const addJob = (referralCode: string) => queue.addSignUps(db, [{ projectId: 1, referralCode, sendEmail: false }]);
  await addJob("first");
  await waitUntil("the first job", () => received.includes("first"));

  proxy.loseConnections();
  await addJob("second");
  await waitUntil("the second job", () => received.includes("second"));
  expect(received).toEqual(["first", "second"]);
  expect(errors.length).toBeGreaterThan(0);
});
