import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { type Api, apiClient } from "./harness/api";
import { fingerprintDatabase, getClaimCounts, insertBatch, insertCode, insertLead, insertProject } from "./harness/factories";
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

test("never lists resources of another project, with any filter", async () => {
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

test("never shows resources of another project through its cursor", async () => {
  for (let i = 0; i < 3; i++) await insertCode(ctx);
  const [, cursor] = /cursor=([^&>]+)/.exec((await ours.get("/codes?limit=1")).headers.get("link") ?? "") ?? [];
  expect(cursor).toBeTruthy();
  expect((await theirs.get(`/codes?limit=5&cursor=${cursor}`)).data).toEqual([]);
});

test("keeps the same code and email separate in each project", async () => {
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

test("sends only to leads of its own project", async () => {
  const { ctx: projectCtx, secretKey: key } = await insertProject(ctx);
  await insertLead(projectCtx, { email: "mine@example.org" });
  const reply = await apiClient(key).post("/codes/send", {
    code: await insertCode(projectCtx),
    emails: ["mine@example.org", "ada@example.org"],
  });
  expect(reply.data).toMatchObject({ notifiedLeads: 1, skipped: [{ email: "ada@example.org", reason: "not_a_lead" }] });
  expect(await apiClient(key).post("/leads/invite", { filter: { claimed: false } })).toMatchObject({ data: { notifiedLeads: 1 } });
});
