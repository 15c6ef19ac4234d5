import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { insertLead, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, inTransaction } from "./context";
import { runIdempotent } from "./idempotency";
import { getLead } from "./leads/record";

const { ctx } = await createTestApp();

const setNotes = ({ db, projectId }: Context, email: string, text: string) =>
  db.execute(sql`update leads set notes = notes || ${text} where project_id = ${projectId} and email = ${email}`);

async function* emptyStatement() {
  yield "{}";
}

/**
 * Runs two callbacks that update two leads in opposite order, so that one of them is the victim of a deadlock. There are more than three runs
 * if it locks its first lead again before the other callback wakes up.
 */
async function deadlock(
  run: (callback: (inner: Context) => Promise<void>) => Promise<unknown>,
): Promise<{ notes: string[]; runs: number }> {
  const leads = [await insertLead(ctx), await insertLead(ctx)] as const;
  const first = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let runs = 0;
  const callback = (mine: 0 | 1) => async (inner: Context) => {
    runs++;
    await setNotes(inner, leads[mine], String(mine));
    first[mine].resolve();
    await first[mine === 0 ? 1 : 0].promise;
    await setNotes(inner, leads[mine === 0 ? 1 : 0], String(mine));
  };
  await Promise.all([run(callback(0)), run(callback(1))]);
  return { notes: await Promise.all(leads.map(async (email) => (await getLead(ctx, email)).notes)), runs };
}

describe("two callers that deadlock both complete once", () => {
  test("in separate transactions", async () => {
    const { notes, runs } = await deadlock((callback) => inTransaction(ctx, callback));
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(notes.map((each) => [...each].sort().join(""))).toEqual(["01", "01"]);
  });

  test("in nested transactions", async () => {
    const { notes, runs } = await deadlock((callback) => inTransaction(ctx, (outer) => inTransaction(outer, callback)));
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(notes.map((each) => [...each].sort().join(""))).toEqual(["01", "01"]);
  });

  test("with an Idempotency-Key", async () => {
    const { notes, runs } = await deadlock((callback) =>
      runIdempotent(ctx, uniqueId(), ["request"], async (inner) => {
        await inTransaction(inner, callback);
        return emptyStatement();
      }),
    );
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(notes.map((each) => [...each].sort().join(""))).toEqual(["01", "01"]);
  });
});

test("an error rolls back only the transaction or savepoint it was thrown in", async () => {
  const email = await insertLead(ctx);
  const crash = new Error("on purpose");
  const failing = (outer: Context) =>
    inTransaction(outer, async (inner) => {
      await setNotes(inner, email, "undone ");
      throw crash;
    });
  await expect(failing(ctx)).rejects.toBe(crash);
  await inTransaction(ctx, async (outer) => {
    await expect(failing(outer)).rejects.toBe(crash);
    await setNotes(outer, email, "kept");
  });
  expect((await getLead(ctx, email)).notes).toBe("kept");
});
