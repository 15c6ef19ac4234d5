import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertLead, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { inTransaction } from "./context";
import { deleteLead } from "./leads/delete";
import { listLeads } from "./leads/list";

const { ctx: first } = await createTestApp();
const { ctx } = await insertProject(first);
const getTotal = async (listCtx = ctx) => {
  const list = await listLeads(listCtx, { limit: 10, count: "exact" });
  return "total" in list ? list.total : null;
};
const recordStatements = () => {
  const statements: string[] = [];
  const run = (text: string, params: unknown[]) => {
    statements.push(text);
    return ctx.db.run(text, params);
  };
  const db = new Proxy(ctx.db, { get: (target, name) => (name === "run" ? run : Reflect.get(target, name, target)) });
  return { statements, ctx: { ...ctx, db } };
};

test("a page counts its list again only after something was written", async () => {
  await insertLead(ctx);
  const { statements, ctx: recordedCtx } = recordStatements();
  const countStatements = async () => {
    statements.length = 0;
    expect(await getTotal(recordedCtx)).toBe(1);
    return statements.filter((text) => text.includes("count(*) as total")).length;
  };
  expect(await countStatements()).toBe(1);
  // The tests of another worker may write to the same PostgreSQL.
  await expect.poll(countStatements).toBe(0);
  const email = await insertLead(ctx);
  expect(await getTotal(recordedCtx)).toBe(2);
  await deleteLead(ctx, email);
  expect(await getTotal(recordedCtx)).toBe(1);
});

test("a page in a transaction counts what the transaction wrote", async () => {
  const before = Number(await getTotal());
  await inTransaction(ctx, async (inner) => {
    await insertLead(inner);
    expect(await getTotal(inner)).toBe(before + 1);
    await inner.db.execute(sql`delete from leads where project_id = ${ctx.projectId}`);
    expect(await getTotal(inner)).toBe(0);
  });
});

test("the total of an empty list is right after its last row is deleted and the first is added", async () => {
  const { ctx: emptyCtx } = await insertProject(first);
  expect(await getTotal(emptyCtx)).toBe(0);
  const email = await insertLead(emptyCtx);
  expect(await getTotal(emptyCtx)).toBe(1);
  await deleteLead(emptyCtx, email);
  expect(await getTotal(emptyCtx)).toBe(0);
});
