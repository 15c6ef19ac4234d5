import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import {
  type CodeOptions,
  insertBatch,
  insertCode,
  insertLead,
  insertProject,
  secondsFromNow,
  uniqueEmail,
} from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { claimCode } from "../codes/claim";
import { generateBatch } from "../codes/generate";
import { getCode } from "../codes/record";
import type { Context } from "../context";
import { cancelJob, getJob } from "../jobs/jobs";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { deleteBatch } from "./delete";
import { extendBatch } from "./extend";
import { getBatch } from "./record";
import { updateBatch } from "./update";

const app = await createTestApp();
const { db } = app;
const missingId = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const runJob = async (ctx: Context, { id }: JobRecord) => {
  await runBackgroundJob(ctx, id, new AbortController().signal);
  return getJob(ctx, id);
};
const listEvents = (ctx: Context, kind: string) =>
  queryRows<{ data: object }>(db, sql`select data from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`);
const insertCodes = (ctx: Context, ...options: CodeOptions[]) =>
  Promise.all(options.map(async (codeOptions) => (await insertCode(ctx, codeOptions)).replace(/-/g, "")));

test("renaming a batch keeps it paused, and is recorded once", async () => {
  const ctx = await createProject();
  const id = await insertBatch(ctx, { paused: true });
  for (let i = 0; i < 2; i++) expect(await updateBatch(ctx, id, { name: "Podcast" })).toMatchObject({ name: "Podcast", paused: true });
  expect(await listEvents(ctx, "batch.renamed")).toEqual([{ data: { batch: id, name: "Podcast" } }]);
  expect(await listEvents(ctx, "batch.resumed")).toEqual([]);
  expect(await getErrorName(updateBatch(ctx, missingId, { name: "x" }))).toBe("batch_not_found");
});

test("a field that someone else changed isn't replaced by a request that expects another value", async () => {
  const ctx = await createProject();
  const id = await insertBatch(ctx);
  const read = { name: "Spring", redemptionUrl: null, redemptionInstructions: null, allowedDomains: ["example.com", "example.org"] };
  await updateBatch(ctx, id, read);
  const url = "https://store.example/redeem?code={code}";
  const theirs = { name: "Summer", redemptionUrl: url, allowedDomains: null };
  expect(await updateBatch(ctx, id, { ...theirs, expected: read })).toMatchObject(theirs);
  for (const changes of [{ name: "Fall" }, { redemptionUrl: `${url}&from=mine` }, { allowedDomains: ["example.net"] }])
    expect(
      await getErrorName(updateBatch(ctx, id, { paused: true, redemptionInstructions: "In the shop.", ...changes, expected: read })),
    ).toBe("batch_changed");
  expect(await getBatch(ctx, id)).toMatchObject({ ...theirs, paused: false, redemptionInstructions: null });
  // The same change isn't a conflict, and neither is another field.
  expect(await updateBatch(ctx, id, { name: "Summer", redemptionInstructions: "In the shop.", expected: read })).toMatchObject({
    ...theirs,
    redemptionInstructions: "In the shop.",
  });
  const results = await Promise.all(
    ["Mine", "Theirs"].map((name) => getOutcome(updateBatch(ctx, id, { name, expected: { name: "Summer" } }))),
  );
  expect(results.filter((result) => result === "batch_changed")).toHaveLength(1);
  expect(await getErrorName(updateBatch(ctx, missingId, { name: "x", expected: { name: "y" } }))).toBe("batch_not_found");
});

test("a batch shows who created it and how much of it is used", async () => {
  const ctx = await staffContext(await createProject(), { name: "Grace Hopper" });
  const { id } = await generateBatch(ctx, { amount: 3, allowedClaims: 2, name: "Launch day" });
  const [first] = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
  await claimCode(ctx, { code: first?.key ?? "", email: uniqueEmail() });
  const createdBy = { kind: "staff", name: "Grace Hopper" };
  expect(await getBatch(ctx, id)).toMatchObject({
    id,
    name: "Launch day",
    amount: 3,
    codeCount: 3,
    totalAllowedClaims: 6,
    claims: 1,
    createdBy,
  });
  expect(await getErrorName(getBatch(ctx, missingId))).toBe("batch_not_found");
  expect(await getErrorName(getBatch(app.ctx, id))).toBe("batch_not_found");
});

describe("extending a batch", () => {
  test("changes the batch and all of its codes, including those that were extended on their own, and records one event", async () => {
    const ctx = await createProject();
    const { id } = await generateBatch(ctx, { amount: 3, name: "Launch day" });
    const codes = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
    const validUntil = secondsFromNow(3600);
    const job = await extendBatch(ctx, { batch: id, validUntil, allowedClaims: 4 });
    expect(job).toMatchObject({
      kind: "batch.extend",
      status: "completed",
      total: 3,
      changed: 3,
      error: null,
      batch: { id, name: "Launch day" },
    });
    expect(await getBatch(ctx, id)).toMatchObject({ validUntil, allowedClaims: 4, totalAllowedClaims: 12 });
    for (const { key } of codes) expect(await getCode(ctx, key)).toMatchObject({ validUntil, allowedClaims: 4 });
    const data = { batch: id, name: "Launch day", codes: 3, validUntil, allowedClaims: 4 };
    expect(await listEvents(ctx, "batch.extended")).toEqual([{ data }]);
    expect(await listEvents(ctx, "code.extended")).toEqual([]);
    expect(await extendBatch(ctx, { batch: id, validUntil: null })).toMatchObject({ changed: 3 });
    expect(await getBatch(ctx, id)).toMatchObject({ validUntil: null, allowedClaims: 4 });
  });

  test("keeps the allowed claims of a code with more claims, changes its end date, and reports it", async () => {
    const ctx = await createProject();
    const batch = await insertBatch(ctx);
    const claimedBy = [uniqueEmail(), uniqueEmail()];
    const [full = "", free = ""] = await insertCodes(ctx, { batch, allowedClaims: 3, claimedBy }, { batch, allowedClaims: 3 });
    const validUntil = secondsFromNow(3600);
    expect(await extendBatch(ctx, { batch, allowedClaims: 1, validUntil })).toMatchObject({
      status: "completed",
      changed: 2,
      error: { error: "invalid_input", message: expect.stringMatching(/^1 code kept the old number of allowed claims/) },
    });
    expect(await getCode(ctx, full)).toMatchObject({ validUntil, allowedClaims: 3 });
    expect(await getCode(ctx, free)).toMatchObject({ validUntil, allowedClaims: 1 });
    expect(await getBatch(ctx, batch)).toMatchObject({ totalAllowedClaims: 4, claims: 2 });
  });

  test("rejects an end date that isn't after the start date, and a batch that doesn't exist", async () => {
    const ctx = await createProject();
    const { id } = await generateBatch(ctx, { amount: 1, validFrom: secondsFromNow(60) });
    expect(await extendBatch(ctx, { batch: id, validUntil: secondsFromNow(30) }).catch((thrown: unknown) => thrown)).toMatchObject({
      errorName: "invalid_input",
      fields: { validUntil: [expect.stringContaining("after validFrom")] },
    });
    expect(await getErrorName(extendBatch(ctx, { batch: missingId, allowedClaims: 1 }))).toBe("batch_not_found");
  });

  test("runs in the background for a large batch and updates its counts", async () => {
    const ctx = await createProject();
    const { id } = await generateBatch(ctx, { amount: 1200, type: "alphanumeric" });
    const job = await extendBatch(ctx, { batch: id, allowedClaims: 5 });
    expect(job.status).toBe("queued");
    expect(await runJob(ctx, job)).toMatchObject({ status: "completed", total: 1200, changed: 1200 });
    expect(await getBatch(ctx, id)).toMatchObject({ allowedClaims: 5, codeCount: 1200, totalAllowedClaims: 6000 });
    expect(await listEvents(ctx, "batch.extended")).toHaveLength(1);
  });
});

describe("deleting a batch", () => {
  test("deletes its codes and their claims and cancels their queued emails, and keeps sends and leads", async () => {
    const ctx = await createProject();
    const [ada, grace] = [await insertLead(ctx), await insertLead(ctx)];
    const { batch, sendId } = await inviteLeads(ctx, { emails: [ada, grace], name: "Friends" });
    const id = batch?.id ?? "";
    const [adaCode] = await queryRows<{ key: string }>(db, sql`select key from codes where reserved_for = ${ada}`);
    await claimCode(ctx, { code: adaCode?.key ?? "", email: ada });
    const job = await deleteBatch(ctx, id);
    expect(job).toMatchObject({ kind: "batch.delete", status: "completed", total: 2, changed: 2, batch: { id, name: "Friends" } });
    expect(await getErrorName(getBatch(ctx, id))).toBe("batch_not_found");
    expect(await getOutcome(getCode(ctx, adaCode?.key ?? ""))).toBe("code_not_found");
    expect(await getLead(ctx, ada)).toMatchObject({ hasClaimedCode: false, invitedAt: null });
    expect(await queryRows(db, sql`select status from deliveries where send_id = ${sendId} group by status`)).toEqual([
      { status: "canceled" },
    ]);
    expect(await queryRows(db, sql`select batch_id from sends where id = ${sendId}`)).toEqual([{ batch_id: null }]);
    expect(await listEvents(ctx, "batch.deleted")).toEqual([{ data: { batch: id, name: "Friends", codes: 2, claims: 1 } }]);
    expect(await getErrorName(deleteBatch(ctx, id))).toBe("batch_not_found");
  });

  test("pauses a large batch right away, so that no one claims a code that is about to be deleted", async () => {
    const ctx = await createProject();
    const { id, name } = await generateBatch(ctx, { amount: 900, type: "alphanumeric", allowedClaims: 2 });
    const [one] = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
    await claimCode(ctx, { code: one?.key ?? "", email: uniqueEmail() });
    const job = await deleteBatch(ctx, id);
    expect(job.status).toBe("queued");
    expect(await getBatch(ctx, id)).toMatchObject({ paused: true });
    expect(await getErrorName(claimCode(ctx, { code: one?.key ?? "", email: uniqueEmail() }))).toBe("code_paused");
    expect(await runJob(ctx, job)).toMatchObject({ status: "completed", total: 900, changed: 900, batch: { id, name } });
    expect(await getErrorName(getBatch(ctx, id))).toBe("batch_not_found");
    expect(await listEvents(ctx, "batch.deleted")).toEqual([{ data: { batch: id, name, codes: 900, claims: 1 } }]);
  });

  test("happens once when requested twice", async () => {
    const ctx = await createProject();
    const { id } = await generateBatch(ctx, { amount: 700, type: "alphanumeric" });
    const [firstJob, secondJob] = [await deleteBatch(ctx, id), await deleteBatch(ctx, id)];
    const otherCtx = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    const [first, second] = await Promise.all([runJob(ctx, firstJob), runJob(otherCtx, secondJob)]);
    expect([first.status, second.status]).toEqual(["completed", "completed"]);
    expect(first.changed + second.changed).toBe(700);
    expect(await listEvents(ctx, "batch.deleted")).toHaveLength(1);
    expect(await listEvents(ctx, "code.deleted")).toHaveLength(700);
  });

  test("leaves the whole batch, paused, when the job is canceled before it starts", async () => {
    const ctx = await createProject();
    const { id } = await generateBatch(ctx, { amount: 700, type: "alphanumeric" });
    const job = await deleteBatch(ctx, id);
    expect(await cancelJob(ctx, job.id)).toMatchObject({ status: "canceled" });
    expect(await runJob(ctx, job)).toMatchObject({ status: "canceled", changed: 0 });
    expect(await getBatch(ctx, id)).toMatchObject({ codeCount: 700, paused: true });
  });

  test("leaves nothing behind while its codes are claimed and extended", async () => {
    const otherCtx = app.openSecondPool().ctx;
    for (let round = 0; round < 4; round++) {
      const ctx = await createProject();
      const { id } = await generateBatch(ctx, { amount: 30, allowedClaims: 2 });
      const codes = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${id}`);
      const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
      const secondCtx = { ...otherCtx, projectId: ctx.projectId };
      await Promise.all([
        getOutcome(deleteBatch(ctx, id)),
        getOutcome(extendBatch(secondCtx, { batch: id, allowedClaims: 3 })),
        ...codes.map(({ key }, i) => getOutcome(claimCode(secondCtx, { code: key, email: emails[i % 3] ?? "" }))),
      ]);
      expect(await queryRows(db, sql`select from codes where project_id = ${ctx.projectId}`)).toEqual([]);
      expect(await queryRows(db, sql`select from leads where project_id = ${ctx.projectId} and has_claimed`)).toEqual([]);
    }
  });
});
