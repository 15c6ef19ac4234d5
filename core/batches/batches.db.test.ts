import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JobRecord } from "@/contract/jobs";
import { rows } from "@/db/rows";
import { aBatch, aCode, aLead, anAddress, aProject, inSeconds, type SomeCode } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { actingAs } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import { runBackgroundJob } from "@/worker/background-jobs";
import { claimCode } from "../codes/claim";
import { getCode } from "../codes/get";
import { generateBatch } from "../codes/generate";
import type { Context } from "../context";
import { cancelJob } from "../jobs/cancel";
import { getJob as getTask } from "../jobs/list";
import { getLead } from "../leads/get";
import { inviteLeads } from "../leads/invite";
import { deleteBatch } from "./delete";
import { extendBatch } from "./extend";
import { getBatch } from "./get";

const world = await aWorld();
const { db } = world;
const nowhere = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
const own = async (): Promise<Context> => (await aProject(world.ctx)).ctx;
const finished = async (ctx: Context, { id }: JobRecord) => {
  await runBackgroundJob(ctx, id, new AbortController().signal);
  return getTask(ctx, id);
};
const eventsIn = (ctx: Context, kind: string) =>
  rows<{ data: object }>(db, sql`select data from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`);
const some = (ctx: Context, ...facts: SomeCode[]) => Promise.all(facts.map(async (each) => (await aCode(ctx, each)).replace(/-/g, "")));

test("a batch is looked up with who made it and how much of it is used", async () => {
  const ctx = await actingAs(await own(), { name: "Grace Hopper" });
  const { id } = await generateBatch(ctx, { amount: 3, allowedClaims: 2, name: "Launch day" });
  const [first] = await rows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
  await claimCode(ctx, { code: first?.key ?? "", email: anAddress() });
  const createdBy = { kind: "staff", name: "Grace Hopper" };
  expect(await getBatch(ctx, id)).toMatchObject({ id, name: "Launch day", amount: 3, codes: 3, uses: 6, claims: 1, createdBy });
  expect(await refused(getBatch(ctx, nowhere))).toBe("batch_not_found");
  expect(await refused(getBatch(world.ctx, id))).toBe("batch_not_found");
});

describe("extending a batch", () => {
  test("changes it and every code of it, also those extended by themselves, and is recorded once", async () => {
    const ctx = await own();
    const { id } = await generateBatch(ctx, { amount: 3, name: "Launch day" });
    const made = await rows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
    const validUntil = inSeconds(3600);
    const task = await extendBatch(ctx, { batch: id, validUntil, allowedClaims: 4 });
    expect(task).toMatchObject({
      kind: "batch.extend",
      status: "completed",
      total: 3,
      changed: 3,
      error: null,
      batch: { id, name: "Launch day" },
    });
    expect(await getBatch(ctx, id)).toMatchObject({ validUntil, allowedClaims: 4, uses: 12 });
    for (const { key } of made) expect(await getCode(ctx, key)).toMatchObject({ validUntil, allowedClaims: 4 });
    const data = { batch: id, name: "Launch day", codes: 3, validUntil, allowedClaims: 4 };
    expect(await eventsIn(ctx, "batch.extended")).toEqual([{ data }]);
    expect(await eventsIn(ctx, "code.extended")).toEqual([]);
    expect(await extendBatch(ctx, { batch: id, validUntil: null })).toMatchObject({ changed: 3 });
    expect(await getBatch(ctx, id)).toMatchObject({ validUntil: null, allowedClaims: 4 });
  });

  test("leaves a code that more have claimed its number, gives it the new end all the same, and says so", async () => {
    const ctx = await own();
    const batch = await aBatch(ctx);
    const claimedBy = [anAddress(), anAddress()];
    const [full = "", free = ""] = await some(ctx, { batch, allowedClaims: 3, claimedBy }, { batch, allowedClaims: 3 });
    const validUntil = inSeconds(3600);
    expect(await extendBatch(ctx, { batch, allowedClaims: 1, validUntil })).toMatchObject({
      ...{ status: "completed", changed: 2 },
      error: { error: "invalid_input", message: expect.stringMatching(/^1 code kept the old number/) },
    });
    expect(await getCode(ctx, full)).toMatchObject({ validUntil, allowedClaims: 3 });
    expect(await getCode(ctx, free)).toMatchObject({ validUntil, allowedClaims: 1 });
    expect(await getBatch(ctx, batch)).toMatchObject({ uses: 4, claims: 2 });
  });

  test("refuses an end that is not after its start, and a batch that does not exist", async () => {
    const ctx = await own();
    const { id } = await generateBatch(ctx, { amount: 1, validFrom: inSeconds(60) });
    expect(await extendBatch(ctx, { batch: id, validUntil: inSeconds(30) }).catch((thrown: unknown) => thrown)).toMatchObject({
      errorName: "invalid_input",
      fields: { validUntil: [expect.stringContaining("after validFrom")] },
    });
    expect(await refused(extendBatch(ctx, { batch: nowhere, allowedClaims: 1 }))).toBe("batch_not_found");
  });

  test("of many codes is done by the worker, and adds up", async () => {
    const ctx = await own();
    const { id } = await generateBatch(ctx, { amount: 1200, type: "alphanumeric" });
    const asked = await extendBatch(ctx, { batch: id, allowedClaims: 5 });
    expect(asked.status).toBe("queued");
    expect(await finished(ctx, asked)).toMatchObject({ status: "completed", total: 1200, changed: 1200 });
    expect(await getBatch(ctx, id)).toMatchObject({ allowedClaims: 5, codes: 1200, uses: 6000 });
    expect(await eventsIn(ctx, "batch.extended")).toHaveLength(1);
  });
});

describe("deleting a batch", () => {
  test("takes its codes, their claims and waiting mail with it; sends and leads stay", async () => {
    const ctx = await own();
    const [ada, grace] = [await aLead(ctx), await aLead(ctx)];
    const { batch, sendId } = await inviteLeads(ctx, { emails: [ada, grace], name: "Friends" });
    const id = batch?.id ?? "";
    const [hers] = await rows<{ key: string }>(db, sql`select key from codes where reserved_for = ${ada}`);
    await claimCode(ctx, { code: hers?.key ?? "", email: ada });
    const task = await deleteBatch(ctx, { batch: id });
    expect(task).toMatchObject({ kind: "batch.delete", status: "completed", total: 2, changed: 2, batch: { id, name: "Friends" } });
    expect(await refused(getBatch(ctx, id))).toBe("batch_not_found");
    expect(await outcome(getCode(ctx, hers?.key ?? ""))).toBe("code_not_found");
    expect(await getLead(ctx, ada)).toMatchObject({ hasClaimedCode: false, invitedAt: null });
    expect(await rows(db, sql`select status from deliveries where send_id = ${sendId} group by status`)).toEqual([{ status: "canceled" }]);
    expect(await rows(db, sql`select batch_id from sends where id = ${sendId}`)).toEqual([{ batch_id: null }]);
    expect(await eventsIn(ctx, "batch.deleted")).toEqual([{ data: { batch: id, name: "Friends", codes: 2, claims: 1 } }]);
    expect(await refused(deleteBatch(ctx, { batch: id }))).toBe("batch_not_found");
  });

  test("of many codes pauses it at once, so that nobody claims what is about to go", async () => {
    const ctx = await own();
    const { id, name } = await generateBatch(ctx, { amount: 900, type: "alphanumeric", allowedClaims: 2 });
    const [one] = await rows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
    await claimCode(ctx, { code: one?.key ?? "", email: anAddress() });
    const asked = await deleteBatch(ctx, { batch: id });
    expect(asked.status).toBe("queued");
    expect(await getBatch(ctx, id)).toMatchObject({ paused: true });
    expect(await refused(claimCode(ctx, { code: one?.key ?? "", email: anAddress() }))).toBe("code_paused");
    expect(await finished(ctx, asked)).toMatchObject({ status: "completed", total: 900, changed: 900, batch: { id, name } });
    expect(await refused(getBatch(ctx, id))).toBe("batch_not_found");
    expect(await eventsIn(ctx, "batch.deleted")).toEqual([{ data: { batch: id, name, codes: 900, claims: 1 } }]);
  });

  test("asked twice is done once", async () => {
    const ctx = await own();
    const { id } = await generateBatch(ctx, { amount: 700, type: "alphanumeric" });
    const [one, two] = [await deleteBatch(ctx, { batch: id }), await deleteBatch(ctx, { batch: id })];
    const other = { ...world.anotherPool().ctx, projectId: ctx.projectId };
    const [first, second] = await Promise.all([finished(ctx, one), finished(other, two)]);
    expect([first.status, second.status]).toEqual(["completed", "completed"]);
    expect(first.changed + second.changed).toBe(700);
    expect(await eventsIn(ctx, "batch.deleted")).toHaveLength(1);
    expect(await eventsIn(ctx, "code.deleted")).toHaveLength(700);
  });

  test("that is cancelled before it begins leaves the batch whole, and paused", async () => {
    const ctx = await own();
    const { id } = await generateBatch(ctx, { amount: 700, type: "alphanumeric" });
    const asked = await deleteBatch(ctx, { batch: id });
    expect(await cancelJob(ctx, asked.id)).toMatchObject({ status: "canceled" });
    expect(await finished(ctx, asked)).toMatchObject({ status: "canceled", changed: 0 });
    expect(await getBatch(ctx, id)).toMatchObject({ codes: 700, paused: true });
  });

  test("while its codes are claimed, deleted and paused one by one breaks nothing", async () => {
    const other = world.anotherPool().ctx;
    for (let round = 0; round < 4; round++) {
      const ctx = await own();
      const { id } = await generateBatch(ctx, { amount: 30, allowedClaims: 2 });
      const made = await rows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
      const emails = [anAddress(), anAddress(), anAddress()];
      const elsewhere = { ...other, projectId: ctx.projectId };
      await Promise.all([
        outcome(deleteBatch(ctx, { batch: id })),
        outcome(extendBatch(elsewhere, { batch: id, allowedClaims: 3 })),
        ...made.map(({ key }, i) => outcome(claimCode(elsewhere, { code: key, email: emails[i % 3] ?? "" }))),
      ]);
      expect(await rows(db, sql`select from codes where project_id = ${ctx.projectId}`)).toEqual([]);
      expect(await rows(db, sql`select from leads where project_id = ${ctx.projectId} and has_claimed`)).toEqual([]);
    }
  });
});
