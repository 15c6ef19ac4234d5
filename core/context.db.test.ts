import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { insertLead, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, inTransaction } from "./context";
import { runIdempotent } from "./idempotency";
import { getLead } from "./leads/get";

const { ctx } = await createTestApp();

const note = ({ db, projectId }: Context, email: string, text: string) =>
  db.execute(sql`update leads set notes = notes || ${text} where project_id = ${projectId} and email = ${email}`);

async function* nothing() {
  yield "{}";
}

/** Two stories that change two leads in opposite order, each not before the other has changed its first: one must be stopped. */
async function crossing(run: (story: (inner: Context) => Promise<void>) => Promise<unknown>): Promise<{ notes: string[]; told: number }> {
  const leads = [await insertLead(ctx), await insertLead(ctx)] as const;
  const first = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let told = 0;
  const story = (mine: 0 | 1) => async (inner: Context) => {
    told++;
    await note(inner, leads[mine], String(mine));
    first[mine].resolve();
    await first[mine === 0 ? 1 : 0].promise;
    await note(inner, leads[mine === 0 ? 1 : 0], String(mine));
  };
  await Promise.all([run(story(0)), run(story(1))]);
  return { notes: await Promise.all(leads.map(async (email) => (await getLead(ctx, email)).notes)), told };
}

describe("two that wait for each other both come to their end, once", () => {
  test("in transactions of their own", async () => {
    const { notes, told } = await crossing((story) => inTransaction(ctx, story));
    expect(told).toBe(3);
    expect(notes.map((each) => [...each].sort().join(""))).toEqual(["01", "01"]);
  });

  test("in a transaction within a transaction", async () => {
    const { notes, told } = await crossing((story) => inTransaction(ctx, (outer) => inTransaction(outer, story)));
    expect(told).toBe(3);
    expect(notes.map((each) => [...each].sort().join(""))).toEqual(["01", "01"]);
  });

  test("under an Idempotency-Key", async () => {
    const { notes, told } = await crossing((story) =>
      runIdempotent(ctx, uniqueId(), "request", async (inner) => {
        await inTransaction(inner, story);
        return nothing();
      }),
    );
    expect(told).toBe(3);
    expect(notes.map((each) => [...each].sort().join(""))).toEqual(["01", "01"]);
  });
});

test("a throw undoes the transaction, and only the savepoint it was thrown in", async () => {
  const email = await insertLead(ctx);
  const crash = new Error("on purpose");
  const failing = (outer: Context) =>
    inTransaction(outer, async (inner) => {
      await note(inner, email, "undone ");
      throw crash;
    });
  await expect(failing(ctx)).rejects.toBe(crash);
  await inTransaction(ctx, async (outer) => {
    await expect(failing(outer)).rejects.toBe(crash);
    await note(outer, email, "kept");
  });
  expect((await getLead(ctx, email)).notes).toBe("kept");
});
