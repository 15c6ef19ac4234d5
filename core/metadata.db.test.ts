// cspell:words QWRT PLMK
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { deleteCodes, deleteLeads, undo } from "@/tests/harness/bin";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { waitForFeed } from "@/tests/harness/feed";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { findTraces } from "@/tests/harness/traces";
import { createBatch } from "./batches/create";
import { claimCode } from "./codes/claim";
import { generateCodes } from "./codes/generate";
import { getHeldCode, getHeldCodeByExternalId } from "./codes/holds";
import { importCodes } from "./codes/import-codes";
import { listCodes } from "./codes/list";
import { getCode } from "./codes/record";
import { updateCode } from "./codes/update";
import type { Context } from "./context";
import { readFeed } from "./events/feed";
import { recordExport } from "./exports/record-export";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "./leads/change-email";
import { createLead } from "./leads/create";
import { createLeads } from "./leads/create-many";
import { deleteLead } from "./leads/delete";
import { listLeads } from "./leads/list";
import { getPersonalData } from "./leads/personal-data";
import { getLead, getLeadByExternalId } from "./leads/record";
import { updateLead } from "./leads/update";
import { createView } from "./views/views";

const app = await createTestApp();
const { db } = app;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const keyOf = (code: string) => code.replace(/-/g, "");
const full = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key ${index}`, String(index)]));
const tooMany = { errorName: "invalid_input", fields: { metadata: ["must have at most 20 keys"] } };

const listChanges = async (ctx: Context, kind: string) =>
  (
    await queryRows<{ data: object }>(db, sql`select data from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`)
  ).map(({ data }) => data);

/** How many entries of the indexes on metadata and external IDs a project's rows have. */
const countStored = async ({ projectId }: Context, table: "leads" | "codes") => {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${sql.identifier(table)} where project_id = ${projectId} and (metadata is not null or external_id is not null)`,
  );
  return row?.count;
};

describe("metadata", () => {
  test("is saved with a new lead, and changed key by key: null removes one, and the others stay", async () => {
    const ctx = await createProject();
    const email = uniqueEmail();
    const metadata = { plan: "pro", "seats 💺": "5", constructor: "x", toString: "", hasOwnProperty: "y" };
    expect(await createLead(ctx, { email, metadata })).toMatchObject({ metadata, externalId: null });
    const before = await getLead(ctx, email);
    expect(before.metadata).toEqual(metadata);
    await updateLead(ctx, email, { metadata: { plan: "pro", unknown: null } });
    expect(await getLead(ctx, email)).toEqual(before);
    const { metadata: changed } = await updateLead(ctx, email, { metadata: { plan: "free", constructor: null, region: "eu\nwest" } });
    expect(changed).toEqual({ plan: "free", "seats 💺": "5", toString: "", hasOwnProperty: "y", region: "eu\nwest" });
    const removed = Object.fromEntries(Object.keys(changed).map((key) => [key, null]));
    expect((await updateLead(ctx, email, { metadata: removed, notes: "Met in May" })).metadata).toEqual({});
    expect(await countStored(ctx, "leads")).toBe(0);
    expect(await listChanges(ctx, "lead.updated")).toEqual([{ fields: ["metadata"] }, { fields: ["notes", "metadata"] }]);
  });

  test("is the same for all codes of a batch, and changes code by code", async () => {
    const ctx = await createProject();
    const codes = await collectAll(generateCodes(ctx, { amount: 3, metadata: { campaign: "spring" } }));
    expect(codes.map(({ metadata, externalId }) => [metadata, externalId])).toEqual(Array(3).fill([{ campaign: "spring" }, null]));
    const key = keyOf(codes[0]?.code ?? "");
    expect((await updateCode(ctx, key, { metadata: { printed: "yes" } })).metadata).toEqual({ campaign: "spring", printed: "yes" });
    await updateCode(ctx, key, { metadata: { printed: "yes" } });
    expect((await updateCode(ctx, key, { metadata: { campaign: null, printed: null } })).metadata).toEqual({});
    expect(await listChanges(ctx, "code.updated")).toEqual([{ fields: ["metadata"] }, { fields: ["metadata"] }]);
    expect((await collectAll(listCodes(ctx, { metadata: "campaign:spring" }))).map(({ code }) => code).sort()).toEqual(
      codes
        .slice(1)
        .map(({ code }) => code)
        .sort(),
    );
    const { batch } = await createBatch(ctx, { amount: 2, metadata: { campaign: "fall" } });
    expect((await collectAll(listCodes(ctx, { batch: batch?.id }))).map(({ metadata }) => metadata)).toEqual(
      Array(2).fill({ campaign: "fall" }),
    );
    await generateCodes(ctx, { amount: 1, metadata: {} });
    expect(await countStored(ctx, "codes")).toBe(4);
  });

  test("with more than 20 keys is refused, and nothing else changes", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { metadata: full });
    const key = keyOf(await insertCode(ctx, { metadata: full }));
    await expect(updateLead(ctx, email, { metadata: { more: "x" }, notes: "Lost" })).rejects.toMatchObject(tooMany);
    await expect(updateCode(ctx, key, { metadata: { more: "x" }, paused: true })).rejects.toMatchObject(tooMany);
    expect(await getLead(ctx, email)).toMatchObject({ notes: "", metadata: full });
    expect(await getCode(ctx, key)).toMatchObject({ status: "active", metadata: full });
    const { metadata } = await updateLead(ctx, email, { metadata: { more: "x", "key 0": null } });
    expect(Object.keys(metadata)).toHaveLength(20);
  });

  test("of requests at the same time is all kept", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    const key = keyOf(await insertCode(ctx));
    const names = Array.from({ length: 12 }, (_, index) => `key${index}`);
    await Promise.all(
      names.flatMap((name) => [updateLead(ctx, email, { metadata: { [name]: "x" } }), updateCode(ctx, key, { metadata: { [name]: "x" } })]),
    );
    const expected = Object.fromEntries(names.map((name) => [name, "x"]));
    expect((await getLead(ctx, email)).metadata).toEqual(expected);
    expect((await getCode(ctx, key)).metadata).toEqual(expected);
  });

  test("and the external ID can't be set by a public caller, whose answer doesn't say whether an ID exists", async () => {
    const { ctx, publicCtx } = await insertProject(app.ctx);
    await insertLead(ctx, { externalId: "user_4711" });
    for (const [field, value] of [
      ["metadata", { plan: "pro" }],
      ["externalId", "user_4711"],
      ["externalId", "unknown"],
    ] as const)
      await expect(createLead(publicCtx, { email: uniqueEmail(), [field]: value })).rejects.toMatchObject({
        errorName: "invalid_input",
        fields: { [field]: ["can't be set with the public key"] },
      });
  });

  test("is in the records of claims and events, and not in the event itself", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { metadata: { plan: "pro" }, externalId: "user_4711" });
    const key = keyOf(await insertCode(ctx, { metadata: { campaign: "spring" }, externalId: "order_1" }));
    expect(await claimCode(ctx, { code: key, email })).toMatchObject({
      lead: { metadata: { plan: "pro" }, externalId: "user_4711" },
      claimedCode: { metadata: { campaign: "spring" }, externalId: "order_1" },
    });
    await updateLead(ctx, email, { metadata: { plan: "free" } });
    await waitForFeed(ctx);
    const { items } = await readFeed(ctx, { types: ["code.claimed", "lead.updated"] });
    expect(items).toMatchObject([
      { type: "code.claimed", data: { metadata: { campaign: "spring" }, externalId: "order_1" } },
      { type: "lead.updated", data: { metadata: { plan: "free" }, externalId: "user_4711", change: { fields: ["metadata"] } } },
    ]);
  });
});

describe("an external ID", () => {
  test("finds its lead and its code, in one project, with exactly this case", async () => {
    const [ctx, other] = [await createProject(), await createProject()];
    const email = await insertLead(ctx, { externalId: "User/1 ä" });
    const code = await insertCode(ctx, { externalId: "User/1 ä" });
    await insertLead(other, { externalId: "User/1 ä" });
    expect(await getLeadByExternalId(ctx, "User/1 ä")).toEqual(await getLead(ctx, email));
    expect(await getHeldCodeByExternalId(ctx, "User/1 ä")).toEqual(await getHeldCode(ctx, keyOf(code)));
    await expect(getLeadByExternalId(ctx, "user/1 ä")).rejects.toMatchObject({
      errorName: "lead_not_found",
      message: "No lead has this external ID.",
    });
    expect(await getErrorName(getHeldCodeByExternalId(other, "User/1 ä"))).toBe("code_not_found");
  });

  test("belongs to one lead and one code: taking it is refused, and changes nothing", async () => {
    const ctx = await createProject();
    const owner = await insertLead(ctx, { externalId: "user_1" });
    const email = await insertLead(ctx, { externalId: "user_2" });
    expect(await getErrorName(createLead(ctx, { email: uniqueEmail(), externalId: "user_1" }))).toBe("external_id_exists");
    expect(await getErrorName(createLead(ctx, { email, externalId: "user_1" }))).toBe("lead_exists");
    expect(await getErrorName(updateLead(ctx, email, { externalId: "user_1", notes: "Lost" }))).toBe("external_id_exists");
    expect(await getErrorName(createLead(ctx, { email, externalId: "user_1", notes: "Lost", onConflict: "update" }))).toBe(
      "external_id_exists",
    );
    expect(await getLead(ctx, email)).toMatchObject({ externalId: "user_2", notes: "" });
    expect((await updateLead(ctx, owner, { externalId: null })).externalId).toBeNull();
    expect((await updateLead(ctx, email, { externalId: "user_1" })).externalId).toBe("user_1");

    const key = keyOf(await insertCode(ctx, { externalId: "order_1" }));
    const count = async () => (await collectAll(listCodes(ctx, {}))).length;
    const own = { code: "SPRING-A1B2-C3D4", externalId: "order_1", allowEasyToGuess: true };
    expect(await getErrorName(generateCodes(ctx, own))).toBe("external_id_exists");
    expect(await getErrorName(generateCodes(ctx, { amount: 1, externalId: "order_1" }))).toBe("external_id_exists");
    expect(await count()).toBe(1);
    await generateCodes(ctx, { ...own, externalId: "order_2" });
    expect(await getErrorName(updateCode(ctx, key, { externalId: "order_2", paused: true }))).toBe("external_id_exists");
    expect(await getCode(ctx, key)).toMatchObject({ status: "active", externalId: "order_1" });
    expect(await collectAll(generateCodes(ctx, { amount: 1, externalId: "order_3" }))).toMatchObject([{ externalId: "order_3" }]);
  });

  test("belongs to one of many who take it at the same time", async () => {
    const ctx = await createProject();
    const emails = await Promise.all(Array.from({ length: 4 }, () => insertLead(ctx)));
    const outcome = (result: Promise<unknown>) =>
      result.then(
        () => "taken",
        (error) => error.errorName,
      );
    const outcomes = await Promise.all([
      ...emails.map((email) => outcome(updateLead(ctx, email, { externalId: "user_1" }))),
      ...Array.from({ length: 4 }, () => outcome(createLead(ctx, { email: uniqueEmail(), externalId: "user_1" }))),
      ...Array.from({ length: 4 }, () =>
        createLeads(ctx, { leads: [{ email: uniqueEmail(), externalId: "user_1" }].map((lead) => ({ email: lead.email, lead })) }).then(
          ({ leads }) => leads[0]?.error?.name ?? null,
          (error) => error.errorName,
        ),
      ),
    ]);
    expect(outcomes.filter((name) => name !== "external_id_exists")).toHaveLength(1);
    expect(await collectAll(listLeads(ctx, { externalId: "user_1" }))).toHaveLength(1);
  });

  test("says in `lead_exists` what differs, and is set by an update of a lead that exists", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { metadata: { plan: "pro", region: "eu" }, externalId: "user_1" });
    const sent = { email, metadata: { plan: "free", region: "eu", seats: "5" }, externalId: "user_2" };
    await expect(createLead(ctx, sent)).rejects.toMatchObject({
      errorName: "lead_exists",
      existingLead: { differences: ["externalId", "metadata.plan", "metadata.seats"] },
    });
    expect(await createLead(ctx, { ...sent, onConflict: "skip" })).toMatchObject({ externalId: "user_1", metadata: { plan: "pro" } });
    expect(await createLead(ctx, { ...sent, onConflict: "update" })).toMatchObject({
      externalId: "user_2",
      metadata: { plan: "free", region: "eu", seats: "5" },
    });
    expect(await listChanges(ctx, "lead.updated")).toEqual([{ fields: ["metadata", "externalId"] }]);
    await expect(createLead(ctx, { email, metadata: full, onConflict: "update" })).rejects.toMatchObject(tooMany);
  });

  test("of one lead of many that is another's refuses only this lead", async () => {
    const ctx = await createProject();
    const owner = await insertLead(ctx, { externalId: "user_1" });
    const existing = await insertLead(ctx);
    const sent = [
      { email: uniqueEmail(), externalId: "user_1" },
      { email: uniqueEmail(), externalId: "user_2", metadata: { plan: "pro" } },
      { email: uniqueEmail(), externalId: "user_2" },
      { email: existing, externalId: "user_1" },
      { email: owner, externalId: "user_1", metadata: full },
      { email: existing, metadata: { plan: "pro" } },
    ];
    const { leads } = await createLeads(ctx, { leads: sent.map((lead) => ({ email: lead.email, lead })), onConflict: "update" });
    expect(leads.map(({ outcome, reason, error }) => error?.name ?? reason ?? outcome)).toEqual([
      "external_id_exists",
      "created",
      "external_id_exists",
      "external_id_exists",
      "updated",
      "duplicate",
    ]);
    expect(await getLeadByExternalId(ctx, "user_2")).toMatchObject({ email: sent[1]?.email, metadata: { plan: "pro" } });
    const again = await createLeads(ctx, {
      leads: [{ email: owner, lead: { email: owner, metadata: { more: "x" } } }],
      onConflict: "update",
    });
    expect(again.leads).toMatchObject([{ outcome: "failed", error: { name: "invalid_input", fields: tooMany.fields } }]);
  });

  test("of imported codes is unique in the file and in the project, and importing the file again adds nothing", async () => {
    const ctx = await createProject();
    await insertCode(ctx, { externalId: "order_1" });
    const file = Buffer.from(
      'code,External ID\nQWRT-1234-PLMK,order_1\nQWRT-5678-PLMK,order_2\nQWRT-9123-PLMK,order_2\nQWRT-4567-PLMK,\nQWRT-8912-PLMK,"a\u0007b"\n',
    );
    const { imported, refused } = await importCodes(ctx, file, { allowEasyToGuess: true });
    expect(imported).toBe(2);
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual([
      [2, "has an external ID that another code has"],
      [4, "has the same external ID as row 3"],
      [6, "must not contain control characters or invalid Unicode"],
    ]);
    expect(await getHeldCodeByExternalId(ctx, "order_2")).toMatchObject({ code: "QWRT-5678-PLMK" });
    expect((await importCodes(ctx, file, { allowEasyToGuess: true })).imported).toBe(0);
  });

  test("stays when the email or the claims change", async () => {
    const ctx = await createProject();
    const [email, newEmail] = [await insertLead(ctx, { externalId: "user_1", metadata: { plan: "pro" } }), uniqueEmail()];
    await requestEmailChange(ctx, { email, newEmail });
    const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
    const link = new URL((await getEmailChangeNotice(ctx, change?.id ?? ""))?.link ?? "");
    await confirmEmailChange({ ...ctx, actor: { kind: "visitor", id: null } }, link.searchParams.get("token") ?? "");
    expect(await getLeadByExternalId(ctx, "user_1")).toMatchObject({ email: newEmail, metadata: { plan: "pro" } });
  });
});

describe("what is deleted", () => {
  test("comes back from the bin with metadata and external ID, except for an ID that another lead or code has by then", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { externalId: "user_1", metadata: { plan: "pro" } });
    const code = await insertCode(ctx, { externalId: "order_1", metadata: { plan: "pro" } });
    const [before, codeBefore] = [await getLead(ctx, email), await getCode(ctx, keyOf(code))];
    expect(await undo(ctx, await deleteLeads(ctx, [email]))).toMatchObject({ changed: 1, error: null });
    expect(await undo(ctx, await deleteCodes(ctx, [code]))).toMatchObject({ changed: 1, error: null });
    expect(await getLead(ctx, email)).toEqual({ ...before, updatedAt: expect.any(String) });
    expect(await getCode(ctx, keyOf(code))).toEqual({ ...codeBefore, updatedAt: expect.any(String) });

    const jobs = [await deleteLeads(ctx, [email]), await deleteCodes(ctx, [code])];
    expect(await getErrorName(getLeadByExternalId(ctx, "user_1"))).toBe("lead_not_found");
    const next = await insertLead(ctx, { externalId: "user_1" });
    await updateCode(ctx, keyOf(await insertCode(ctx)), { externalId: "order_1" });
    for (const job of jobs)
      expect(await undo(ctx, job)).toMatchObject({
        changed: 1,
        error: {
          error: "external_id_exists",
          message: "1 was restored without its external ID because another one has it now.",
        },
      });
    expect(await getLead(ctx, email)).toMatchObject({ externalId: null, metadata: { plan: "pro" } });
    expect(await getCode(ctx, keyOf(code))).toMatchObject({ externalId: null, metadata: { plan: "pro" } });
    expect(await getLeadByExternalId(ctx, "user_1")).toMatchObject({ email: next });
  });

  test("together with the next owner of its external ID comes back, and one of them has it", async () => {
    const ctx = await createProject();
    const [first, second] = [await insertLead(ctx, { externalId: "user_1" }), await insertLead(ctx)];
    await updateLead(ctx, first, { externalId: null });
    await updateLead(ctx, second, { externalId: "user_1" });
    await db.execute(sql`select 1`);
    const job = await deleteLeads(ctx, [first, second]);
    // As if both had it when they were deleted.
    await db.execute(
      sql`update bin_entries set row = row || '{"external_id": "user_1"}' where project_id = ${ctx.projectId} and key in (${first}, ${second})`,
    );
    expect(await undo(ctx, job)).toMatchObject({ changed: 2, error: { error: "external_id_exists" } });
    expect(await collectAll(listLeads(ctx, { externalId: "user_1" }))).toHaveLength(1);
  });

  test("permanently leaves no trace of metadata and external ID, also in views and recorded exports", async () => {
    const ctx = await createProject();
    const [id, plan] = [`user-${uniqueEmail()}x`, `plan-${uniqueEmail()}x`];
    const email = await insertLead(ctx, { externalId: id, metadata: { plan } });
    await updateLead(ctx, email, { metadata: { plan: `${plan}.`, old: plan } });
    await createView(ctx, { list: "leads", name: "By ID", filters: { externalId: id, tag: "vip" } });
    await createView(ctx, { list: "codes", name: "By ID", filters: { externalId: "order_1" } });
    await recordExport(ctx, { list: "leads", format: "csv", parameters: { externalId: id, claimed: true }, count: 1 });
    await deleteLead(ctx, email);
    expect(await findTraces(db, [id, plan])).toEqual([]);
    const filters = await queryRows<{ filters: object }>(
      db,
      sql`select filters from saved_views where project_id = ${ctx.projectId} order by list`,
    );
    expect(filters.map((view) => view.filters)).toEqual([{ externalId: "order_1" }, { tag: "vip" }]);
    expect(await listChanges(ctx, "list.exported")).toMatchObject([{ filter: { claimed: true } }]);
    // Another lead can have the ID now.
    expect(await createLead(ctx, { email: uniqueEmail(), externalId: id })).toMatchObject({ externalId: id });
  });

  test("is in a lead's copy of their data before", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { externalId: "user_1", metadata: { plan: "pro" } });
    const data = await getPersonalData(ctx, email, async () => ({ subject: "", text: "" }));
    expect(data.lead).toMatchObject({ metadata: { plan: "pro" }, externalId: "user_1" });
  });
});
