import { expect, test } from "vitest";
import { endpoints } from "@/contract/index";
import { roles } from "@/contract/roles";
import { runJob } from "@/core/jobs/run";
import { deleteLead } from "@/core/leads/delete";
import { queueAutomaticEmail } from "@/core/sends/queue-automatic-email";
import { addSuppression } from "@/core/suppressions/add";
import { apiClient, callRoute } from "./harness/api";
import { createCookie, insertBatch, insertCode, insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx, secretKey } = await insertProject(app.ctx);
const api = apiClient(secretKey);
const session = apiClient(null);

const lead = await insertLead(ctx, { onWaitlist: true });
const code = await insertCode(ctx, { claimedBy: [uniqueEmail()] });
await queueAutomaticEmail(ctx, lead, "joined");
await addSuppression(ctx, { email: uniqueEmail() });
await insertBatch(ctx);
const { data: send } = await api.post("/codes/send", { code: await insertCode(ctx), emails: [lead] });
const { data: imported } = await api.post("/imports", `Email\n${uniqueEmail()}`);

const bodies: Record<string, object> = { "/codes/lookup": { codes: [code] }, "/leads/lookup": { emails: [lead] } };
const lists = Object.values(endpoints).flatMap(({ method, path, csv }) => {
  if (csv === undefined) return [];
  const id = path.startsWith("/imports/") ? imported.id : send.sendId;
  return [{ call: `${method} ${path}`, method, path: path.replace(":id", id), body: bodies[path], name: csv.name }];
});
const openLists = ["batches", "sends"];

/** The newest event of a kind. */
const newestEvent = async (kind: string) => (await api.get(`/events?limit=1&kind=${kind}`)).data[0];

test.each(lists)("$call can be exported by every role but viewer, if it names people or codes", async ({ method, path, body, name }) => {
  for (const role of roles) {
    const cookie = await createCookie(ctx, { role });
    for (const format of ["csv", "xlsx", "ndjson"]) {
      const response = await callRoute(method, `${path}?format=${format}`, { cookie, ...(body && { body }) });
      expect(response.status, `${role}, ${format}`).toBe(role === "viewer" && !openLists.includes(name) ? 403 : 200);
      if (response.status === 403)
        expect(await response.json()).toMatchObject({
          error: "role_required",
          message: "Exporting needs the role member or higher. Owners and admins can change roles in Settings › Team.",
        });
      else await response.arrayBuffer();
    }
  }
  // Keys act for the project's owners.
  await (await callRoute(method, `${path}?format=csv`, { key: secretKey, ...(body && { body }) })).text();
});

test.each(lists.filter(({ method }) => method === "GET"))("viewers read $call", async ({ path }) => {
  const cookie = await createCookie(ctx, { role: "viewer" });
  for (const query of ["", "?limit=10", "?format=json"])
    expect(await session.get(`${path}${query}`, { cookie }), query).toMatchObject({ status: 200 });
});

test.each(lists)("$call as a file is an event with the filter and the number of rows", async ({ call, method, path, body, name }) => {
  const cookie = await createCookie(ctx, { role: "member" });
  const response = await callRoute(method, `${path}?format=csv`, { cookie, ...(body && { body }) });
  const rows = (await response.text()).trimEnd().split("\r\n").length - 1;
  const { actor, requestId, data } = await newestEvent("list.exported");
  expect({ actor: actor.kind, requestId }).toEqual({ actor: "staff", requestId: response.headers.get("x-request-id") });
  // The file of events has the event of the export.
  expect(data).toEqual({
    list: name,
    format: "csv",
    filter: path.includes(send.sendId) || path.includes(imported.id) ? { id: expect.any(String) } : {},
    count: call === "GET /events" ? rows - 1 : rows,
  });
});

test.each([
  ["/leads?format=csv&waitlist=true", { waitlist: true }, 1],
  ["/leads?format=ndjson&q=unknown&columns=email&sort=email&order=asc", { q: "unknown" }, 0],
  ["/files/leads?format=csv&q=unknown&columns=email&header=names", { q: "unknown" }, 0],
  ["/codes?format=xlsx&limit=1&type=creative", { type: "creative" }, 1],
  ["/suppressions?format=csv&reason=staff", { reason: "staff" }, 1],
])("%s is recorded as exported by %j", async (path, filter, count) => {
  await (await callRoute("GET", path, { key: secretKey })).arrayBuffer();
  expect((await newestEvent("list.exported")).data).toMatchObject({ filter, count });
});

test("a refused or invalid export records no export, and the refusal is a security event", async () => {
  const before = await newestEvent("list.exported");
  await session.get("/leads?format=csv", { cookie: await createCookie(ctx, { role: "viewer" }) });
  await api.get("/leads?format=csv&columns=unknown");
  expect(await newestEvent("list.exported")).toEqual(before);
  expect((await newestEvent("staff.access_refused")).data).toMatchObject({ endpoint: "GET /leads" });
});

test("files that are made in the background are recorded when they're made and downloaded, and viewers get none", async () => {
  const cookie = await createCookie(ctx, { role: "viewer" });
  expect(await session.post("/exports", { list: "leads", format: "csv" }, { cookie })).toMatchObject({ error: "role_required" });
  const { data: saved } = await api.post("/exports", { list: "leads", format: "csv", query: { waitlist: true } });
  expect((await newestEvent("list.exported")).data).toEqual({
    export: saved.id,
    list: "leads",
    format: "csv",
    filter: { waitlist: true },
    count: 1,
  });
  await runJob(ctx, saved.id, AbortSignal.timeout(30_000));
  expect(await session.get(`/exports/${saved.id}/file`, { cookie })).toMatchObject({ error: "role_required" });
  await (await callRoute("GET", `/exports/${saved.id}/file`, { key: secretKey })).arrayBuffer();
  expect((await newestEvent("export.downloaded")).data).toEqual({ export: saved.id, list: "leads", format: "csv", count: 1 });
});

test.each(["pdf", "svg"])("a print of codes as %s is recorded with its filter, and so is every download", async (format) => {
  const { data: print } = await api.post("/prints", { filter: { type: "creative", usesLeft: true }, format });
  const { codes } = print;
  expect((await newestEvent("codes.printed")).data).toEqual({
    print: print.id,
    codes,
    format,
    filter: { type: "creative", usesLeft: true },
  });
  await runJob(ctx, print.id, AbortSignal.timeout(30_000));
  expect(await session.get(`/prints/${print.id}/file`, { cookie: await createCookie(ctx, { role: "viewer" }) })).toMatchObject({
    error: "role_required",
  });
  await (await callRoute("GET", `/prints/${print.id}/file`, { key: secretKey })).arrayBuffer();
  expect((await newestEvent("print.downloaded")).data).toEqual({ print: print.id, codes, format });
});

test.each(["", "/page"])("getting a lead's personal data%s is an event of the lead", async (page) => {
  const path = `/leads/email/${lead}/personal-data${page}`;
  expect((await callRoute("GET", path, { cookie: await createCookie(ctx, { role: "viewer" }) })).status).toBe(403);
  const response = await callRoute("GET", path, { key: secretKey });
  expect(response.status).toBe(200);
  expect(await newestEvent("personal_data.exported")).toMatchObject({ email: lead, requestId: response.headers.get("x-request-id") });
});

test("a project export is recorded with its numbers of codes and leads", async () => {
  await (await callRoute("GET", "/project/export", { key: secretKey })).arrayBuffer();
  const [codes, leads] = await Promise.all(
    ["/codes", "/leads"].map(async (path) => Number((await api.get(`${path}?limit=1`)).headers.get("x-total-count"))),
  );
  expect((await newestEvent("project.exported")).data).toEqual({ codes, leads });
});

test("no event keeps the email of an export's filter after the lead is deleted", async () => {
  const email = await insertLead(ctx);
  for (const path of [`/claims?format=csv&email=${email}`, `/leads?format=csv&q=${email}&claimed=false`])
    await (await callRoute("GET", path, { key: secretKey })).text();
  const readEvents = async () => JSON.stringify((await api.get("/events?kind=list.exported&limit=2")).data);
  expect(await readEvents()).toContain(email);
  await deleteLead(ctx, email);
  expect(await readEvents()).not.toContain(email);
  expect(await readEvents()).toContain('"claimed":false');
});
