import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitConcurrency } from "./concurrency";

test("calls with the same key run at most so many at a time, in order, and other keys beside them", async () => {
  const limit = limitConcurrency(2);
  const started: string[] = [];
  let running = 0;
  let maxRunning = 0;
  const call = (key: string, name: string) =>
    limit(key, async () => {
      started.push(name);
      if (key === "a") maxRunning = Math.max(maxRunning, ++running);
      await sleep(1);
      if (key === "a") running--;
      if (name === "a2") throw new Error("fails");
      return name;
    });
  const results = await Promise.allSettled([..."12345"].map((n) => call("a", `a${n}`)).concat(call("b", "b1")));
  expect(maxRunning).toBe(2);
  expect(started).toEqual(["a1", "a2", "b1", "a3", "a4", "a5"]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled", "fulfilled"]);
  // A key that was idle starts again.
  expect(await call("a", "a6")).toBe("a6");
});

test("calls that wait too long, or behind too many others, fail, and the others keep their order", async () => {
  const limit = limitConcurrency(1);
  const gate = Promise.withResolvers<void>();
  const patience = { waitMs: 20, maxWaiting: 2, error: () => new Error("busy") };
  const started: string[] = [];
  const call = (name: string, options?: typeof patience) => limit("a", async () => void started.push(name), options);
  const first = limit("a", () => gate.promise);
  const impatient = call("impatient", patience);
  const patient = call("patient");
  await expect(call("third in line", patience)).rejects.toThrow("busy");
  await expect(impatient).rejects.toThrow("busy");
  gate.resolve();
  await Promise.all([first, patient, call("later", patience)]);
  expect(started).toEqual(["patient", "later"]);
});
