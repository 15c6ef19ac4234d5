import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { ActorKind } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { insertCode, insertProject } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { insertStaff, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { createKey, revokeKey } from "../keys/keys";
import { removeStaff, updateStaff } from "../staff/team";
import { type ListEventsQuery, listEvents } from "./list";
import { recordEvent } from "./record-event";

const app = await createTestApp();

/** Creates a project with one event by each of four kinds of actor. */
async function createProjectWithHistory() {
  const project = await insertProject(app.ctx);
  const grace = await staffContext(project.ctx, { name: "Grace", role: "owner" });
  const system: Context = { ...project.ctx, actor: { kind: "system", id: null } };
  await recordEvent(project.publicCtx, { kind: "lead.created", email: "ada@example.org" });
  await recordEvent(project.ctx, { kind: "code.claimed", code: { key: "otter", text: "otter" }, email: "ada@example.org" });
  await recordEvent(grace, { kind: "code.paused", code: { key: "otter", text: "otter" } });
  await recordEvent(system, { kind: "code.resumed", code: { key: "otter", text: "otter" } });
  return { ...project, grace };
}

const listKinds = async (ctx: Context, query: ListEventsQuery = {}) => (await collectAll(listEvents(ctx, query))).map(({ kind }) => kind);
const by = (kind: ActorKind, id: string | null, name: string | null) => ({ kind, id, name });

describe("the actor of an event", () => {
  test("has a name for keys and staff, but not for the service", async () => {
    const { ctx, publicCtx, grace } = await createProjectWithHistory();
    expect((await collectAll(listEvents(ctx, {}))).map(({ actor }) => actor)).toEqual([
      by("system", null, null),
      by("staff", grace.actor.id, "Grace"),
      by("secret_key", ctx.actor.id, "A key"),
      by("public_key", publicCtx.actor.id, "A key"),
    ]);
  });

  test("keeps the names of removed staff and revoked keys", async () => {
    const { ctx, grace } = await createProjectWithHistory();
    const ada = await staffContext(ctx, { name: "Ada", role: "owner" });
    const key = await createKey(grace, { kind: "secret_key", name: "Shop" });
    await recordEvent(ada, { kind: "code.paused" });
    await recordEvent({ ...ctx, actor: { kind: "secret_key", id: key.id } }, { kind: "code.resumed" });
    await removeStaff(grace, ada.actor.id ?? "");
    await revokeKey(grace, key.id);
    const actorNames = (await collectAll(listEvents(ctx, {}))).map(({ kind, actor }) => `${kind} ${actor.name}`);
    expect(actorNames.slice(0, 4)).toEqual(["key.revoked Grace", "staff.removed Grace", "code.resumed Shop", "code.paused Ada"]);
  });

  test("is never from another project", async () => {
    const { ctx } = await createProjectWithHistory();
    const otherStaff = await insertStaff(app.ctx);
    await recordEvent({ ...ctx, actor: { kind: "staff", id: otherStaff.id } }, { kind: "code.paused" });
    expect((await collectAll(listEvents(ctx, {})))[0]?.actor).toEqual(by("staff", otherStaff.id, null));
  });
});

describe("a claim by a new lead", () => {
  test("is two events in every list, although it is stored as one row", async () => {
    const { ctx } = await insertProject(app.ctx);
    const email = "ada@example.org";
    const [first = "", second = ""] = [await insertCode(ctx), await insertCode(ctx)];
    await claimCode(ctx, { code: normalizeCode(first), email });
    await claimCode(ctx, { code: normalizeCode(second), email });
    await recordEvent(ctx, { kind: "lead.updated", email });
    const kinds = ["lead.created", "code.claimed", "code.claimed", "lead.updated"];
    await expect.poll(() => listKinds(ctx, { order: "asc" })).toEqual(kinds);
    expect(await listKinds(ctx)).toEqual(kinds.toReversed());
    const all = (await collectAll(listEvents(ctx, {}))).toReversed();
    expect(all.map(({ code, data }) => [code, data])).toEqual([
      [null, {}],
      [first, { last: true }],
      [second, { last: true }],
      [null, {}],
    ]);
    expect(all.map((event) => event.email)).toEqual([email, email, email, email]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    expect(all.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id));

    expect(await listKinds(ctx, { kind: ["lead.created"] })).toEqual(["lead.created"]);
    expect(await listKinds(ctx, { kind: ["code.claimed"] })).toEqual(["code.claimed", "code.claimed"]);
    expect(await listKinds(ctx, { kind: ["code.claimed", "lead.created"], by: "secret_key" })).toHaveLength(3);
    expect(await listKinds(ctx, { by: "secret_key" })).toHaveLength(4);
    expect(await listKinds(ctx, { code: normalizeCode(first) })).toEqual(["code.claimed"]);
    expect(await listKinds(ctx, { code: normalizeCode(first), kind: ["lead.created"] })).toEqual([]);
    expect(await listKinds(ctx, { email })).toHaveLength(4);
    expect(await listKinds(ctx, { actor: ctx.actor.id ?? "" })).toHaveLength(4);
  });

  test("can be the end of a page, and what a list continues after", async () => {
    const { ctx } = await insertProject(app.ctx);
    for (let lead = 0; lead < 5; lead++)
      await claimCode(ctx, { code: normalizeCode(await insertCode(ctx)), email: `lead-${lead}@example.org` });
    await expect.poll(() => listKinds(ctx, { order: "asc" })).toHaveLength(10);
    for (const order of ["asc", "desc"] as const) {
      const ids = (await collectAll(listEvents(ctx, { order }))).map(({ id }) => id);
      for (const limit of [1, 2, 3]) {
        const read: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await listEvents(ctx, { order, limit, ...(cursor !== undefined && { cursor }) });
          if (!("page" in page)) throw new Error("The list is not a page");
          expect(page.total).toBe(10);
          read.push(...page.page.map(({ id }) => id));
          if (page.next === null) break;
          cursor = page.next;
        }
        expect(read).toEqual(ids);
      }
      for (const [index, after] of ids.entries()) {
        const page = await listEvents(ctx, { order, after, limit: 100 });
        expect("page" in page && [page.page.map(({ id }) => id), page.total]).toEqual([ids.slice(index + 1), ids.length - index - 1]);
      }
    }
  });
});

describe("the subject of an event", () => {
  test("is the staff member, even after they were removed, or null", async () => {
    const { ctx, grace } = await createProjectWithHistory();
    const alan = await insertStaff(ctx, { name: "Alan Turing", role: "viewer" });
    await updateStaff(grace, alan.id, { role: "member" });
    await removeStaff(grace, alan.id);
    const matches = await collectAll(listEvents(ctx, {}));
    const subject = { id: alan.id, name: "Alan Turing" };
    expect(matches.slice(0, 3)).toMatchObject([
      { kind: "staff.removed", subject },
      { kind: "staff.updated", subject },
      { kind: "code.resumed", subject: null },
    ]);
  });

  test("is never from another project", async () => {
    const { ctx } = await createProjectWithHistory();
    const otherStaff = await insertStaff(app.ctx);
    await recordEvent(ctx, { kind: "staff.updated", data: { staff: otherStaff.id } });
    expect((await collectAll(listEvents(ctx, {})))[0]).toMatchObject({ kind: "staff.updated", subject: null });
  });
});

describe("a filter", () => {
  test("matches the actor kind, actor, event kind, code and lead, alone and combined", async () => {
    const { ctx, publicCtx, grace } = await createProjectWithHistory();
    expect(await listKinds(ctx, { by: "staff" })).toEqual(["code.paused"]);
    expect(await listKinds(ctx, { by: "system" })).toEqual(["code.resumed"]);
    expect(await listKinds(ctx, { actor: publicCtx.actor.id ?? "" })).toEqual(["lead.created"]);
    expect(await listKinds(ctx, { actor: grace.actor.id?.toUpperCase() })).toEqual(["code.paused"]);
    expect(await listKinds(ctx, { actor: grace.actor.id ?? "", by: "public_key" })).toEqual([]);
    expect(await listKinds(ctx, { code: "otter", by: "secret_key" })).toEqual(["code.claimed"]);
    expect(await listKinds(ctx, { email: "ada@example.org" })).toEqual(["code.claimed", "lead.created"]);
    expect(await listKinds(ctx, { email: "ada@example.org", kind: ["lead.created"] })).toEqual(["lead.created"]);
    expect(await listKinds(ctx, { kind: ["lead.created", "code.paused"] })).toEqual(["code.paused", "lead.created"]);
    expect(await listKinds(ctx, { kind: ["lead.created", "code.paused"], by: "staff" })).toEqual(["code.paused"]);
    expect(await listKinds((await insertProject(app.ctx)).ctx, { actor: grace.actor.id ?? "" })).toEqual([]);
  });

  test("continues after an event in either order, also after one that doesn't exist", async () => {
    const { ctx } = await createProjectWithHistory();
    const [first, second, third, fourth] = (await collectAll(listEvents(ctx, {}))).map(({ id }) => id).reverse();
    const listIds = async (query: ListEventsQuery) => (await collectAll(listEvents(ctx, query))).map(({ id }) => id);
    await expect.poll(() => listIds({ order: "asc" })).toEqual([first, second, third, fourth]);
    expect(await listIds({ order: "asc", after: second })).toEqual([third, fourth]);
    expect(await listIds({ after: third })).toEqual([second, first]);
    expect(await listIds({ order: "asc", after: second, kind: ["code.resumed", "code.claimed"] })).toEqual([fourth]);
    expect(await listIds({ order: "asc", after: "00000000-0000-7000-8000-000000000000" })).toHaveLength(4);
  });

  test("leaves out records that changed together with others, unless it is read forwards or asked for them", async () => {
    const { ctx } = await insertProject(app.ctx);
    await recordEvent(ctx, { kind: "records.changed", data: { codes: ["otter"] } });
    expect(await listKinds(ctx)).toEqual([]);
    expect(await listKinds(ctx, { kind: ["records.changed"] })).toEqual(["records.changed"]);
    await expect.poll(() => listKinds(ctx, { order: "asc" })).toEqual(["records.changed"]);
  });

  test("matches the exact time range, although IDs are created slightly later", async () => {
    const { ctx } = await createProjectWithHistory();
    const { db, projectId } = ctx;
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
    // Simulates a transaction of nine minutes and different clocks.
    for (const [index, kind] of ["lead.created", "code.claimed", "code.paused", "code.resumed"].entries())
      await db.execute(sql`update events set at = ${at(index)}::timestamptz,
        id = uuidv7(${at(index)}::timestamptz + make_interval(mins => ${index % 2 === 0 ? 9 : -9}::int, secs => ${index}::int) - clock_timestamp())
        where project_id = ${projectId} and kind = ${kind}`);
    expect((await listKinds(ctx, { since: at(1), until: at(3) })).sort()).toEqual(["code.claimed", "code.paused"]);
    expect((await listKinds(ctx, { since: at(3) })).sort()).toEqual(["code.resumed"]);
    expect((await listKinds(ctx, { until: at(1) })).sort()).toEqual(["lead.created"]);
    expect(await listKinds(ctx, { since: at(1), until: at(1) })).toEqual([]);
    expect(await listKinds(ctx, { since: "1900-01-01T00:00:00.000Z", until: "9999-12-31T23:59:59.999Z" })).toHaveLength(4);
    expect(await listKinds(ctx, { until: "1969-12-31T23:59:59.999Z" })).toEqual([]);
    expect(await listKinds(ctx, { since: at(0), by: "staff" })).toEqual(["code.paused"]);
  });

  test("shows events whose actor or person can't exist, such as from a file that an earlier version imported", async () => {
    const { ctx } = await insertProject(app.ctx);
    await recordEvent({ ...ctx, actor: { kind: "staff", id: "someone" } }, { kind: "code.paused", data: { staff: "x" } });
    await recordEvent({ ...ctx, actor: { kind: "secret_key", id: "1" } }, { kind: "code.resumed", data: { staff: { id: 1 } } });
    const events = await collectAll(listEvents(ctx, { limit: 10 }));
    expect(events.map(({ actor, subject }) => [actor.name, subject])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});
