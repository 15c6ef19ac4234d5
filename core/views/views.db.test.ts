import { expect, test } from "vitest";
import { listNames } from "@/contract/enums";
import { maxViews } from "@/contract/views";
import { getErrorName } from "@/tests/harness/errors";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { waitForLockWaits } from "@/tests/harness/locks";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { ApiError } from "../api-error";
import { inTransaction } from "../context";
import { listEvents } from "../events/list";
import { deleteLead } from "../leads/delete";
import { createView, deleteView, listViews, updateView } from "./views";

const app = await createTestApp();
const newContext = async () => staffContext((await insertProject(app.ctx)).ctx, { role: "member" });
const view = { list: "leads", name: "VIPs", filters: { tag: "vip" } } as const;
const fieldsOf = (result: Promise<unknown>) =>
  result.then(
    () => null,
    (error: ApiError) => error.fields,
  );

test("a view is saved, renamed, changed and deleted, and each change is recorded once", async () => {
  const ctx = await newContext();
  const saved = await createView(ctx, { ...view, sort: { by: "email", order: "asc" }, columns: ["email", "tags"] });
  expect(saved).toMatchObject({ ...view, sort: { by: "email", order: "asc" }, columns: ["email", "tags"] });
  expect(await updateView(ctx, saved.id, { name: "VIPs", filters: { tag: "vip" } })).toEqual(saved);
  expect(await updateView(ctx, saved.id, { name: "Guests" })).toMatchObject({ name: "Guests", filters: view.filters });
  expect(await updateView(ctx, saved.id, { filters: {}, sort: null, columns: null })).toMatchObject({
    filters: {},
    sort: null,
    columns: null,
  });
  expect(await deleteView(ctx, saved.id)).toMatchObject({ name: "Guests" });
  expect(await listViews(ctx)).toEqual([]);
  expect(await getErrorName(deleteView(ctx, saved.id))).toBe("view_not_found");
  const list = await listEvents(ctx, { limit: 10 });
  expect("page" in list && list.page.map(({ kind }) => kind)).toEqual(["view.deleted", "view.updated", "view.updated", "view.created"]);
});

test("what someone else changed in a view isn't replaced by a request that expects another value", async () => {
  const ctx = await newContext();
  const { id, filters, sort, columns } = await createView(ctx, view);
  const read = { name: view.name, filters, sort, columns };
  await updateView(ctx, id, { filters: { tag: "press" }, expected: read });
  expect(await getErrorName(updateView(ctx, id, { name: "Guests", filters: {}, expected: read }))).toBe("view_changed");
  expect(await updateView(ctx, id, { name: "Guests", expected: read })).toMatchObject({ name: "Guests", filters: { tag: "press" } });
});

test("the views of a list are sorted by name, apart from other lists and projects", async () => {
  const [ctx, other] = [await newContext(), await newContext()];
  for (const name of ["b", "C", "a"]) await createView(ctx, { ...view, name });
  await createView(ctx, { ...view, list: "codes" });
  await createView(other, view);
  expect((await listViews(ctx, { list: "leads" })).map(({ name }) => name)).toEqual(["a", "b", "C"]);
  expect(await listViews(ctx)).toHaveLength(4);
});

test("each view of a list has another name, also in another letter case", async () => {
  const ctx = await newContext();
  const taken = { name: ["is the name of another view of this list"] };
  const { id } = await createView(ctx, { ...view, name: "First" });
  await createView(ctx, view);
  await createView(ctx, { ...view, list: "codes" });
  expect(await fieldsOf(createView(ctx, { ...view, name: "vips" }))).toEqual(taken);
  expect(await fieldsOf(updateView(ctx, id, { name: "vIPS" }))).toEqual(taken);
  expect(await updateView(ctx, id, { name: "FIRST" })).toMatchObject({ name: "FIRST" });
});

test("a list has a limited number of views", async () => {
  const ctx = await newContext();
  for (let count = 1; count < maxViews; count++) await createView(ctx, { ...view, name: `View ${count}` });
  const other = { ...app.openSecondPool().ctx, projectId: ctx.projectId, actor: ctx.actor };
  const [atOnce] = await inTransaction(ctx, async (inner) => {
    await createView(inner, { ...view, name: "Last" });
    const result = fieldsOf(createView(other, view));
    await waitForLockWaits(ctx.db, 1);
    return [result];
  });
  expect(await atOnce).toEqual({ list: [`has ${maxViews} views already. Delete one first.`] });
  expect(await fieldsOf(createView(ctx, view))).toEqual({ list: [`has ${maxViews} views already. Delete one first.`] });
  expect(await createView(ctx, { ...view, list: "codes" })).toMatchObject({ list: "codes" });
});

test("the filters of views keep no email of a deleted lead", async () => {
  const ctx = await newContext();
  const email = await insertLead(ctx);
  const [deleted, kept] = [{ email: email.toUpperCase(), status: "sent" }, { email: uniqueEmail() }];
  for (const list of listNames) await createView(ctx, { list, name: "Theirs", filters: deleted });
  await createView(ctx, { list: "claims", name: "Another's", filters: kept });
  await deleteLead(ctx, email);
  expect((await listViews(ctx)).map(({ filters }) => filters)).toEqual([kept, ...listNames.map(() => ({ status: "sent" }))]);
});
