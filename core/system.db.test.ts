import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestApp } from "@/tests/harness/test-app";
import { getSystem } from "./system";
import { reportMailServer, saveReport } from "./system-reports";

const { ctx, db } = await createTestApp();

test("the state of the system has versions, the size of the database and the state of the queue", async () => {
  const { version, node, database, queue } = await getSystem(ctx);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(node).toBe(process.versions.node);
  expect(database.version).toMatch(/^\d+\.\d+$/);
  expect(database.size).toBeGreaterThan(1_000_000);
  expect(queue).toEqual({ waiting: 0, active: 0, scheduled: 0, lagSeconds: 0 });
  await db.execute(sql`insert into pgboss.job (name, start_after) values ('deliveries', now() - interval '90 seconds'), ('deliveries', now()),
    ('deliveries', now() + interval '1 hour')`);
  expect((await getSystem(ctx)).queue).toEqual({ waiting: 2, active: 0, scheduled: 1, lagSeconds: 90 });
});

test("the state of the system says whether the worker runs, the disk is nearly full and daily backups work", async () => {
  expect(await getSystem(ctx)).toMatchObject({ worker: { running: false, reportedAt: null }, disk: null, backups: { kept: 0 } });
  await saveReport(db, "worker", { disk: { free: 4, total: 100 }, dailyBackups: 7 });
  await saveReport(db, "backup", { completedAt: "2026-11-21T03:15:00.000Z", error: null });
  await saveReport(db, "backup", { error: "No space is left on the device." });
  expect(await getSystem(ctx)).toMatchObject({
    worker: { running: true, reportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    disk: { free: 4, total: 100, nearlyFull: true },
    backups: { kept: 7, completedAt: "2026-11-21T03:15:00.000Z", error: "No space is left on the device." },
  });
});

test("the time when the mail server stopped responding is kept until it responds", async () => {
  const readReport = async () =>
    (await db.execute<{ data: unknown }>(sql`select data from system_reports where name like 'mail_server_%'`))[0]?.data;
  await reportMailServer(db, ctx.projectId, "connect ECONNREFUSED");
  const first = await readReport();
  await reportMailServer(db, ctx.projectId, "Connection timeout");
  expect(await readReport()).toEqual({ ...(first as object), error: "Connection timeout" });
  await reportMailServer(db, ctx.projectId, null);
  expect(await readReport()).toBeUndefined();
});
