import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { newProofChallenge } from "@/core/abuse-protection/proof-of-work";
import { sendCode } from "@/core/codes/send";
import { getDatabaseTime } from "@/core/context";
import { listSends } from "@/core/sends/list";
import { readDatabaseClock } from "@/db/clock";
import { queryRows } from "@/db/query";
import { adjustClock, currentTime } from "@/lib/clock";
import { newId } from "@/lib/ids";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const hour = 3_600_000;
const { ctx, db, url } = await createTestApp();

/** Sets the clock of this machine wrong by `shift` milliseconds, as seen by what follows. */
async function shiftClock(shift: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + shift });
  await readDatabaseClock(db);
}

afterEach(() => {
  vi.useRealTimers();
  adjustClock(Date.now(), Date.now());
});

const databaseTime = async () => Date.parse(await getDatabaseTime(ctx));
const idTime = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

test.each([-2, 2])("a machine whose clock is wrong by %i hours uses the database's", async (hours) => {
  await shiftClock(hours * hour);
  expect(Math.abs(Date.now() - (await databaseTime()))).toBeGreaterThan(1.9 * hour);
  expect(Math.abs(currentTime() - (await databaseTime()))).toBeLessThan(5000);
  expect(Math.abs(idTime(newId()) - (await databaseTime()))).toBeLessThan(5000);
  const { parameters } = await newProofChallenge(ctx.projectId, { action: "guess", clientHash: "a" }, 1);
  expect(Math.abs(Number(parameters.expiresAt) * 1000 - (await databaseTime()))).toBeLessThan(hour);
});

test("sends of machines with different clocks are listed in the order in which they were made", async () => {
  const made: string[] = [];
  for (const hours of [2, 0, -2, 2]) {
    await shiftClock(hours * hour);
    const code = normalizeCode(await insertCode(ctx));
    made.push((await sendCode(ctx, { code, emails: await insertLeads(ctx, 1) })).sendId);
    vi.useRealTimers();
    // A real machine has one clock. The smallest difference that this process follows is larger than the time between two sends.
    adjustClock(Date.now(), Date.now());
    await waitUntil("a millisecond is over", () => currentTime() > idTime(made.at(-1) ?? "") + 500);
  }
  const list = await listSends(ctx, { limit: 10 });
  expect("page" in list && list.page.map(({ id }) => id)).toEqual(made.reverse());
});

test("ids of a process sort in the order in which they were created, also within a millisecond and when its clock is corrected", () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  adjustClock(Date.now() - 2 * hour, Date.now());
  expect(idTime(newId())).toBeLessThan(Date.now() - hour);
});

test.each([-2, 2])("a worker whose clock is wrong by %i hours dates emails by the database's", async (hours) => {
  const sink = await startSmtpSink();
  const worker = await startWorker({ url, smtpUrl: sink.url, clockShift: hours * hour });
  const code = normalizeCode(await insertCode(ctx));
  const emails = await insertLeads(ctx, 1);
  await sendCode(ctx, { code, emails });
  const email = await waitUntil("the email", () => sink.received.find(({ to }) => to === emails[0]));
  await worker.stop();
  await sink.stop();
  const date = Date.parse(/^Date: (.+)$/m.exec(email.source)?.[1] ?? "");
  expect(Math.abs(date - (await databaseTime()))).toBeLessThan(60_000);
  const ids = await queryRows<{ id: string }>(db, sql`select id from events`);
  for (const { id } of ids) expect(Math.abs(idTime(id) - (await databaseTime()))).toBeLessThan(10 * 60_000);
});

/** Files that only compare times of this process or of its files. */
const localTimes = ["core/stats/get-stat.ts", "core/table-files/temporary-file.ts", "server/authenticate.ts"];

test("code that compares times with the database or other machines uses the database's clock", () => {
  const files = globSync("{core,server,emails}/**/*.{ts,tsx}").filter((file) => !file.includes(".test.") && !localTimes.includes(file));
  expect(files.filter((file) => /Date\.now\(\)|new Date\(\)/.test(readFileSync(file, "utf8")))).toEqual([]);
});
