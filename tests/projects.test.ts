import { describe, expect, test } from "vitest";
import type { ErrorName } from "@/contract/errors";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { runJob } from "@/core/jobs/run";
import { type Api, apiClient } from "./harness/api";
import { fingerprintDatabase, getClaimCounts, insertBatch, insertCode, insertLead, insertProject } from "./harness/factories";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx, db, secretKey } = await createTestApp();
const ours = apiClient(secretKey);
const otherProject = await insertProject(ctx, { name: "Stranger" });
const theirs = apiClient(otherProject.secretKey);

const batch = await insertBatch(ctx);
const code = await insertCode(ctx, { text: "curious-pineapple", batch, allowedClaims: 5, claimedBy: ["ada@example.org"] });
const email = await insertLead(ctx, { email: "grace@example.org" });
const { sendId } = await sendCode(ctx, { code: normalizeCode(code), emails: [email] });
const { token } = (await ours.post("/codes/claim", { code, email })).data;
const { referralCode } = (await ours.get(`/leads/email/${email}`)).data;

describe("rejects another project's requests for our resources, and changes nothing", () => {
  test.each<[string, string, (api: Api) => ReturnType<Api["get"]>]>([
    ["a code", "code_not_found", (api) => api.get(`/codes/${code}`)],
    ["a code's claims", "code_not_found", (api) => api.get(`/codes/${code}/claims`)],
    ["claiming", "code_not_found", (api) => api.post("/codes/claim", { code, email })],
    ["claiming again", "code_not_found", (api) => api.post("/codes/claim", { code, email: "ada@example.org" })],
    ["sending", "code_not_found", (api) => api.post("/codes/send", { code, emails: [email] })],
    ["pausing", "code_not_found", (api) => api.call("PATCH", `/codes/${code}`, { body: { paused: true } })],
    ["resuming", "code_not_found", (api) => api.call("PATCH", `/codes/${code}`, { body: { paused: false } })],
    ["deleting a code", "code_not_found", (api) => api.post("/codes/delete", { code })],
    ["pausing a batch", "batch_not_found", (api) => api.call("PATCH", `/batches/${batch}`, { body: { paused: true } })],
    ["resuming a batch", "batch_not_found", (api) => api.call("PATCH", `/batches/${batch}`, { body: { paused: false } })],
    ["pausing batches", "batch_not_found", (api) => api.post("/batches/bulk", { action: "pause", batches: [batch] })],
    ["deleting a batch", "batch_not_found", (api) => api.call("DELETE", `/batches/${batch}`)],
    ["a lead", "lead_not_found", (api) => api.get(`/leads/email/${email}`)],
    ["deleting a lead", "lead_not_found", (api) => api.post("/leads/delete", { email })],
    ["a referral code", "referral_code_not_found", (api) => api.post("/leads/create", { email: "new@example.org", referralCode })],
    ["a token", "token_not_found", (api) => api.post("/claims/exchange", { token })],
    ["a send", "send_not_found", (api) => api.get(`/sends/${sendId}`)],
    ["a send's deliveries", "send_not_found", (api) => api.get(`/sends/${sendId}/deliveries`)],
  ])("%s", async (_, errorName, call) => {
    const before = await fingerprintDatabase(db);
    expect((await call(theirs)).error).toBe(errorName);
    if (errorName === "code_not_found") await call(apiClient(otherProject.publicKey));
    expect(await fingerprintDatabase(db)).toEqual(before);
  });
});

test("another project's imports, files, views, bin and personal data aren't found", async () => {
  const [staff, stranger] = [await createCookie(ctx), await createCookie(otherProject.ctx)];
  const upload = await ours.call("POST", "/imports?name=leads.csv", {
    headers: { "content-type": "application/octet-stream" },
    body: "email\nlin@example.org",
  });
  const importId = upload.data.id;
  const { data: exported } = await ours.post("/exports", { list: "leads", format: "csv" });
  const { data: print } = await ours.post("/prints", { codes: [code] });
  for (const { id } of [exported, print]) await runJob(ctx, id, AbortSignal.timeout(30_000));
  const view = (await ours.post("/views", { list: "leads", name: "Ours", filters: {} }, { key: null, cookie: staff })).data;
  const deleted = await insertCode(ctx);
  const deletion = (await ours.post("/codes/bulk", { action: "delete", bin: true, codes: [deleted] })).data.id;
  const [entry] = (await ours.get("/bin")).data;

  const requests: [method: string, path: string, errorName: ErrorName, body?: object][] = [
    ["GET", `/imports/${importId}`, "import_not_found"],
    ["GET", `/imports/${importId}/rows`, "import_not_found"],
    ["GET", `/imports/${importId}/rows?format=csv`, "import_not_found"],
    ["POST", `/imports/${importId}/check`, "import_not_found", { mapping: { email: "email" } }],
    ...["run", "pause", "cancel", "undo"].map((step): [string, string, ErrorName] => [
      "POST",
      `/imports/${importId}/${step}`,
      "import_not_found",
    ]),
    ["GET", `/exports/${exported.id}`, "export_not_found"],
    ["GET", `/exports/${exported.id}/file`, "export_not_found"],
    ["DELETE", `/exports/${exported.id}`, "export_not_found"],
    ["GET", `/exports/${print.id}/file`, "export_not_found"],
    ["GET", `/prints/${print.id}`, "print_not_found"],
    ["GET", `/prints/${print.id}/file`, "print_not_found"],
    ["DELETE", `/prints/${print.id}`, "print_not_found"],
    ["POST", "/prints", "invalid_input", { codes: [code] }],
    ["POST", "/prints", "invalid_input", { filter: { batch } }],
    ["POST", "/prints/preview", "invalid_input", { codes: [code] }],
    ["GET", `/codes/${code}/qr`, "code_not_found"],
    ["PATCH", `/views/${view.id}`, "view_not_found", { name: "Theirs" }],
    ["DELETE", `/views/${view.id}`, "view_not_found"],
    ["POST", "/bin/restore", "bin_entry_not_found", { entries: [entry.id] }],
    ["POST", "/bin/restore", "bin_entry_not_found", { deletion }],
    ["POST", "/bin/delete", "bin_entry_not_found", { entries: [entry.id] }],
    ["GET", `/jobs/${print.id}`, "job_not_found"],
    ["GET", `/leads/email/${email}/personal-data`, "lead_not_found"],
    ["GET", `/leads/email/${email}/personal-data/page`, "lead_not_found"],
    ["POST", "/leads/change-email", "lead_not_found", { email, newEmail: "new@example.org" }],
  ];
  const before = await fingerprintDatabase(db);
  for (const [method, path, errorName, body] of requests) {
    const credentials = path.startsWith("/views") ? { key: null, cookie: stranger } : {};
    expect((await theirs.call(method, path, { ...credentials, ...(body && { body }) })).error, `${method} ${path}`).toBe(errorName);
  }
  for (const path of ["/imports", "/exports", "/prints", `/prints?batch=${batch}`, "/bin", "/bin?q=a", "/jobs"])
    expect((await theirs.get(path)).data, path).toEqual([]);
  expect((await theirs.get("/views", { key: null, cookie: stranger })).data).toEqual([]);
  expect(await fingerprintDatabase(db)).toEqual(before);
  expect((await theirs.post("/bin/delete", { all: true })).data).toMatchObject({ changed: 0 });
  expect((await ours.get("/bin")).data).toHaveLength(1);
});

test("resources of another project are never listed, with any filter", async () => {
  for (const path of ["/codes", "/leads", "/claims", "/batches", "/sends", "/events"]) {
    expect((await ours.get(path)).data, path).not.toEqual([]);
    expect((await theirs.get(path)).data, path).toEqual([]);
  }
  for (const path of [
    `/codes?batch=${batch}`,
    "/codes?q=curious",
    `/claims?code=${code}`,
    `/claims?batch=${batch}`,
    `/sends?code=${code}`,
    `/events?code=${code}`,
    `/events?email=${email}`,
  ]) {
    expect((await theirs.get(path)).data, path).toEqual([]);
    expect((await theirs.get(`${path}&limit=5`)).headers.get("x-total-count"), path).toBe("0");
  }
});

test("resources of another project are never shown through its cursor", async () => {
  for (let i = 0; i < 3; i++) await insertCode(ctx);
  const [, cursor] = /cursor=([^&>]+)/.exec((await ours.get("/codes?limit=1")).headers.get("link") ?? "") ?? [];
  expect(cursor).toBeTruthy();
  expect((await theirs.get(`/codes?limit=5&cursor=${cursor}`)).data).toEqual([]);
});

test("the same code and email are separate in each project", async () => {
  const { ctx: projectCtx, secretKey: key } = await insertProject(ctx);
  const third = apiClient(key);
  await insertCode(projectCtx, { text: code, allowedClaims: 1 });
  expect(await third.post("/leads/create", { email, firstname: "Grace" })).toMatchObject({
    status: 200,
    data: { firstname: "Grace", referredLeads: [] },
  });
  expect(await third.post("/codes/claim", { code, email })).toMatchObject({ data: { claimedCode: { claims: 1, allowedClaims: 1 } } });
  expect(await getClaimCounts(ctx, code)).toEqual({ counter: 2, claims: 2 });
  expect((await ours.get(`/leads/email/${email}`)).data).toMatchObject({ firstname: null });
  expect((await third.get(`/codes/${code}/claims`)).data).toHaveLength(1);
  await third.post("/codes/delete", { code });
  expect(await ours.get(`/codes/${code}`)).toMatchObject({ status: 200, data: { claims: 2 } });
  await ours.post("/leads/delete", { email });
  expect(await third.get(`/leads/email/${email}`)).toMatchObject({ status: 200 });
});

test("a send goes only to leads of its own project", async () => {
  const { ctx: projectCtx, secretKey: key } = await insertProject(ctx);
  await insertLead(projectCtx, { email: "mine@example.org" });
  const reply = await apiClient(key).post("/codes/send", {
    code: await insertCode(projectCtx),
    emails: ["mine@example.org", "ada@example.org"],
  });
  expect(reply.data).toMatchObject({ notifiedLeads: 1, skipped: [{ email: "ada@example.org", reason: "not_a_lead" }] });
  expect(await apiClient(key).post("/leads/invite", { filter: { claimed: false } })).toMatchObject({ data: { notifiedLeads: 1 } });
});
