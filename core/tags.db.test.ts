import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getOutcome } from "@/tests/harness/errors";
import { insertCode, insertLead, insertLeads, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { createBatch } from "./batches/create";
import { bulkUpdateCodes } from "./codes/bulk-update";
import { claimCode } from "./codes/claim";
import { generateCodes } from "./codes/generate";
import { listCodes } from "./codes/list";
import { getCode } from "./codes/record";
import { updateCode } from "./codes/update";
import type { Context } from "./context";
import { bulkUpdateLeads } from "./leads/bulk-actions";
import { createLead } from "./leads/create";
import { deleteLead } from "./leads/delete";
import { listLeads } from "./leads/list";
import { getLead } from "./leads/record";
import { updateLead } from "./leads/update";
import { listWaitlist } from "./leads/waitlist-list";
import { listTags } from "./tags";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const listEvents = (ctx: Context, kind: string) =>
  queryRows<{ data: object }>(
    ctx.db,
    sql`select code_text as code, email, data from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`,
  );
const manyTags = Array.from({ length: 20 }, (_, index) => `tag ${String(index).padStart(2, "0")}`);

test("the tags of a new lead are saved, but not from a public caller", async () => {
  const { ctx, publicCtx } = await insertProject(app.ctx);
  const email = uniqueEmail();
  expect(await createLead(ctx, { email, tags: ["press", "vip"] })).toMatchObject({ tags: ["press", "vip"] });
  expect(await getLead(ctx, email)).toMatchObject({ tags: ["press", "vip"] });
  expect(await createLead(ctx, { email: uniqueEmail() })).toMatchObject({ tags: [] });
  await expect(createLead(publicCtx, { email: uniqueEmail(), tags: ["vip"] })).rejects.toMatchObject({
    errorName: "invalid_input",
    fields: { tags: ["can't be set with the public key"] },
  });
});

test("the tags of a lead are replaced, added and removed, with an event only if something changes", async () => {
  const ctx = await createProject();
  const email = await insertLead(ctx, { tags: ["press", "vip"] });
  const before = await getLead(ctx, email);
  await updateLead(ctx, email, { addTags: ["vip"], removeTags: ["unknown"] });
  expect(await getLead(ctx, email)).toEqual(before);
  expect((await updateLead(ctx, email, { addTags: ["beta"], removeTags: ["press"] })).tags).toEqual(["beta", "vip"]);
  expect((await updateLead(ctx, email, { tags: ["new"], notes: "Met in May" })).tags).toEqual(["new"]);
  expect((await updateLead(ctx, email, { tags: [] })).tags).toEqual([]);
  expect((await listEvents(ctx, "lead.updated")).map(({ data }) => data)).toEqual([
    { fields: ["tags"], addedTags: ["beta"], removedTags: ["press"] },
    { fields: ["notes", "tags"], addedTags: ["new"], removedTags: ["beta", "vip"] },
    { fields: ["tags"], removedTags: ["new"] },
  ]);
});

test("the tags of a code, also of a claimed one, are replaced, added and removed", async () => {
  const ctx = await createProject();
  const code = await insertCode(ctx, { tags: ["press"] });
  const key = code.replace("-", "");
  expect((await updateCode(ctx, key, { addTags: ["vip"] })).tags).toEqual(["press", "vip"]);
  await updateCode(ctx, key, { addTags: ["vip"] });
  const claim = await claimCode(ctx, { code: key, email: await insertLead(ctx, { tags: ["friend"] }) });
  expect(claim).toMatchObject({ claimedCode: { tags: ["press", "vip"] }, lead: { tags: ["friend"] } });
  expect((await updateCode(ctx, key, { tags: ["old"] })).tags).toEqual(["old"]);
  expect(await listEvents(ctx, "code.tags_updated")).toEqual([
    { code, email: null, data: { addedTags: ["vip"] } },
    { code, email: null, data: { addedTags: ["old"], removedTags: ["press", "vip"] } },
  ]);
});

test("more than 20 tags on a lead or code are refused, and nothing else changes", async () => {
  const ctx = await createProject();
  const email = await insertLead(ctx, { tags: manyTags });
  const key = (await insertCode(ctx, { tags: manyTags })).replace("-", "");
  const refusal = { errorName: "invalid_input", fields: { addTags: ["must have at most 20 tags"] } };
  await expect(updateLead(ctx, email, { addTags: ["one more"], notes: "Lost" })).rejects.toMatchObject(refusal);
  await expect(updateCode(ctx, key, { addTags: ["one more"], paused: true })).rejects.toMatchObject(refusal);
  expect(await getLead(ctx, email)).toMatchObject({ notes: "", tags: manyTags });
  expect(await getCode(ctx, key)).toMatchObject({ status: "active", tags: manyTags });
  expect((await updateLead(ctx, email, { addTags: ["one more"], removeTags: ["tag 00"] })).tags).toHaveLength(20);
});

test("a bulk action adds and removes the tags of many leads, each with one event, and says how many kept theirs", async () => {
  const ctx = await createProject();
  const other = await createProject();
  const otherLead = await insertLead(other);
  const [full, tagged, plain] = [
    await insertLead(ctx, { tags: manyTags }),
    await insertLead(ctx, { tags: ["vip"] }),
    await insertLead(ctx, { source: "import" }),
  ];
  expect(
    await bulkUpdateLeads(ctx, { action: "add_tags", emails: [full, tagged, plain, uniqueEmail()], tags: ["beta", "vip"] }),
  ).toMatchObject({
    kind: "leads.add_tags",
    status: "completed",
    total: 4,
    changed: 2,
    error: { error: "invalid_input", message: "1 lead kept its tags because it would have more than 20." },
  });
  expect((await getLead(ctx, tagged)).tags).toEqual(["beta", "vip"]);
  expect((await getLead(ctx, plain)).tags).toEqual(["beta", "vip"]);
  expect((await getLead(ctx, full)).tags).toEqual(manyTags);
  expect(await listEvents(ctx, "lead.updated")).toHaveLength(2);
  expect(await bulkUpdateLeads(ctx, { action: "remove_tags", filter: { tag: "vip", source: "import" }, tags: ["vip"] })).toMatchObject({
    total: 1,
    changed: 1,
    error: null,
  });
  expect((await getLead(ctx, plain)).tags).toEqual(["beta"]);
  expect((await getLead(other, otherLead)).tags).toEqual([]);
});

test("a bulk action adds and removes the tags of many codes", async () => {
  const ctx = await createProject();
  const codes = [await insertCode(ctx), await insertCode(ctx, { tags: manyTags })].map((code) => code.replace("-", ""));
  expect(await bulkUpdateCodes(ctx, { action: "add_tags", filter: { all: true }, tags: ["press"] })).toMatchObject({
    kind: "codes.add_tags",
    changed: 1,
    error: { error: "invalid_input", message: "1 code kept its tags because it would have more than 20." },
  });
  expect(await collectAll(listCodes(ctx, { tag: "press" }))).toMatchObject([{ tags: ["press"] }]);
  expect(await bulkUpdateCodes(ctx, { action: "remove_tags", codes, tags: ["press", "tag 01"] })).toMatchObject({ changed: 2 });
  expect(await collectAll(listCodes(ctx, { tag: "press" }))).toEqual([]);
});

test("the codes of a new batch get its tags", async () => {
  const ctx = await createProject();
  const generated = await collectAll(generateCodes(ctx, { amount: 3, tags: ["press", "vip"] }));
  expect(generated.map(({ tags }) => tags)).toEqual(Array(3).fill(["press", "vip"]));
  await createBatch(ctx, { amount: 2, type: "numeric", tags: ["vip"] });
  await createBatch(ctx, { amount: 1 });
  expect(await collectAll(listCodes(ctx, { tag: "vip" }))).toHaveLength(5);
  expect((await listTags(ctx, "codes")).tags).toEqual([
    { tag: "vip", count: 5 },
    { tag: "press", count: 3 },
  ]);
});

test("leads and the waitlist can be filtered by a tag, and the tags that are in use are listed", async () => {
  const ctx = await createProject();
  const [waiting] = [await insertLead(ctx, { onWaitlist: true, tags: ["vip"] }), await insertLead(ctx, { onWaitlist: true })];
  const press = await insertLead(ctx, { tags: ["press", "vip"] });
  await insertLead(await createProject(), { tags: ["vip"] });
  expect((await collectAll(listLeads(ctx, { tag: "vip" }))).map(({ email }) => email)).toEqual([press, waiting]);
  expect(await collectAll(listWaitlist(ctx, { tag: "vip" }))).toMatchObject([{ email: waiting }]);
  expect((await listTags(ctx, "leads")).tags).toEqual([
    { tag: "vip", count: 2 },
    { tag: "press", count: 1 },
  ]);
  expect((await listTags(ctx, "codes")).tags).toEqual([]);
});

test("the tags of a deleted lead are kept neither in lists nor in the activity log", async () => {
  const ctx = await createProject();
  const email = await insertLead(ctx);
  await updateLead(ctx, email, { tags: ["friend of ada"] });
  await updateLead(ctx, email, { removeTags: ["friend of ada"], addTags: ["works at acme"] });
  await deleteLead(ctx, email);
  expect(await getOutcome(getLead(ctx, email))).toBe("lead_not_found");
  expect((await listTags(ctx, "leads")).tags).toEqual([]);
  const [{ events = "" } = {}] = await queryRows<{ events: string }>(
    ctx.db,
    sql`select string_agg(data::text, ' ') as events from events where project_id = ${ctx.projectId}`,
  );
  expect(events).toContain("fields");
  expect(events).not.toMatch(/ada|acme/);
});

test("no tag is lost when many callers add one at the same time", async () => {
  const ctx = await createProject();
  const [email = ""] = await insertLeads(ctx, 1);
  await Promise.all(manyTags.slice(0, 8).map((tag) => updateLead(ctx, email, { addTags: [tag] })));
  expect((await getLead(ctx, email)).tags).toEqual(manyTags.slice(0, 8));
});
