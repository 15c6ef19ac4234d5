import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/index";
import { queryRows } from "@/db/query";
import { newId } from "@/lib/ids";
import { type Api, apiClient } from "./harness/api";
import { aStaff, insertBatch, insertCode, insertLead, insertProject, signedIn, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx } = await insertProject(app.ctx);
const owner = await aStaff(ctx, { name: "Grace", role: "owner" });
const cookie = await signedIn(ctx, owner);
const api = apiClient(null);

/** The API as the owner's browser calls it. */
const viewerRequest = {
  post: (path: string, body?: unknown) => api.post(path, body, { cookie }),
  call: (method: string, path: string, body?: unknown) => api.call(method, path, { cookie, body }),
};

type Write = { events: readonly string[]; request(): ReturnType<Api["post"]> };
const invited = async () => (await viewerRequest.post("/team/invitations", { email: uniqueEmail(), role: "viewer" })).data.id;
const createKey = async () => (await viewerRequest.post("/keys", { kind: "secret_key", name: "Shop" })).data.id;

const claimed = async () => {
  const email = await insertLead(ctx);
  return { code: await insertCode(ctx, { claimedBy: [email] }), email };
};
/** A send of which one message did not leave. */
const createSend = async (status: "failed" | "queued") => {
  const { sendId } = (await viewerRequest.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx)] })).data;
  await app.db.execute(sql`update deliveries set status = ${status} where send_id = ${sendId}`);
  return sendId;
};

/** What each write that changes the project's own things leaves in the activity. */
const writes: Record<string, Write> = {
  generateCodes: { events: ["codes.generated"], request: () => viewerRequest.post("/codes/generate", { amount: 1 }) },
  claimCode: {
    events: ["code.claimed", "lead.created"],
    request: async () => viewerRequest.post("/codes/claim", { code: await insertCode(ctx), email: uniqueEmail() }),
  },
  updateCode: {
    events: ["code.extended", "code.paused", "code.reserved"],
    request: async () =>
      viewerRequest.call("PATCH", `/codes/${await insertCode(ctx)}`, { paused: true, allowedClaims: 3, reservedFor: uniqueEmail() }),
  },
  "updateCode to pause": {
    events: ["code.paused"],
    request: async () => viewerRequest.call("PATCH", `/codes/${await insertCode(ctx)}`, { paused: true }),
  },
  "updateCode to resume": {
    events: ["code.resumed"],
    request: async () => viewerRequest.call("PATCH", `/codes/${await insertCode(ctx, { paused: true })}`, { paused: false }),
  },
  sendCode: {
    events: ["code.sent"],
    request: async () => viewerRequest.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx)] }),
  },
  deleteCode: { events: ["code.deleted"], request: async () => viewerRequest.post("/codes/delete", { code: await insertCode(ctx) }) },
  createLead: { events: ["lead.created"], request: () => viewerRequest.post("/leads/create", { email: uniqueEmail() }) },
  inviteLeads: {
    events: ["code.sent", "codes.generated"],
    request: async () => viewerRequest.post("/leads/invite", { emails: [await insertLead(ctx)] }),
  },
  deleteLead: { events: ["lead.deleted"], request: async () => viewerRequest.post("/leads/delete", { email: await insertLead(ctx) }) },
  updateBatch: {
    events: ["batch.paused"],
    request: async () => viewerRequest.call("PATCH", `/batches/${await insertBatch(ctx)}`, { paused: true }),
  },
  "updateBatch to resume": {
    events: ["batch.resumed"],
    request: async () => viewerRequest.call("PATCH", `/batches/${await insertBatch(ctx, { paused: true })}`, { paused: false }),
  },
  createBatch: { events: ["codes.generated"], request: () => viewerRequest.post("/batches", { amount: 1 }) },
  bulkUpdateBatches: {
    events: ["batch.extended"],
    request: async () => viewerRequest.post("/batches/bulk", { action: "extend", batches: [await insertBatch(ctx)], allowedClaims: 3 }),
  },
  "bulkUpdateBatches to pause": {
    events: ["batch.paused", "batch.paused"],
    request: async () => viewerRequest.post("/batches/bulk", { action: "pause", batches: [await insertBatch(ctx), await insertBatch(ctx)] }),
  },
  deleteBatch: { events: ["batch.deleted"], request: async () => viewerRequest.call("DELETE", `/batches/${await insertBatch(ctx)}`) },
  "updateCode to extend": {
    events: ["code.extended"],
    request: async () => viewerRequest.call("PATCH", `/codes/${await insertCode(ctx)}`, { allowedClaims: 3 }),
  },
  "updateCode to reserve": {
    events: ["code.reserved"],
    request: async () => viewerRequest.call("PATCH", `/codes/${await insertCode(ctx)}`, { reservedFor: uniqueEmail() }),
  },
  bulkUpdateCodes: {
    events: ["code.paused", "code.paused"],
    request: async () => viewerRequest.post("/codes/bulk", { action: "pause", codes: [await insertCode(ctx), await insertCode(ctx)] }),
  },
  revokeClaim: { events: ["claim.revoked"], request: async () => viewerRequest.post("/claims/revoke", await claimed()) },
  changeLead: { events: ["lead.updated"], request: async () => viewerRequest.post("/leads/change", { email: await insertLead(ctx), notes: "Met." }) },
  actOnLeads: {
    events: ["lead.updated"],
    request: async () => viewerRequest.post("/leads/bulk", { act: "join_waitlist", emails: [await insertLead(ctx)] }),
  },
  retrySend: { events: ["send.retried"], request: async () => viewerRequest.post("/sends/retry", { send: await createSend("failed") }) },
  cancelSend: { events: ["send.canceled"], request: async () => viewerRequest.post("/sends/cancel", { send: await createSend("queued") }) },
  sendToMissed: { events: ["code.sent"], request: async () => viewerRequest.post("/sends/missed", { send: await createSend("failed") }) },
  changeProject: { events: ["project.updated"], request: () => viewerRequest.call("PATCH", "/project", { name: uniqueEmail() }) },
  changeMailText: {
    events: ["email_template.updated"],
    request: () => viewerRequest.call("PUT", "/email-templates/code", { subject: uniqueEmail(), body: "{{code}}", button: "Go" }),
  },
  resetMailText: {
    events: ["email_template.reset"],
    request: async () => {
      await viewerRequest.call("PUT", "/email-templates/claimed", { subject: uniqueEmail(), body: "{{code}}", button: "Go" });
      return viewerRequest.call("DELETE", "/email-templates/claimed");
    },
  },
  // One call may do several of its three things.
  pauseProject: {
    events: ["project.updated", "project.paused"],
    request: () => viewerRequest.post("/project/pause", { pause: ["email"], text: "Back at noon." }),
  },
  changeMailSettings: {
    events: ["project.email_delivery_updated"],
    request: () =>
      viewerRequest.call("PATCH", "/project/email-delivery", {
        sender: uniqueEmail(),
        server: { host: `${newId()}.example.org`, port: 25, security: "none" },
      }),
  },
  addSuppression: { events: ["suppression.added"], request: async () => viewerRequest.post("/suppressions", { email: await insertLead(ctx) }) },
  changeSuppression: {
    events: ["suppression.updated"],
    request: async () => viewerRequest.post("/suppressions/change", { email: await insertLead(ctx, { suppressed: true }), note: "By letter." }),
  },
  removeSuppression: {
    events: ["suppression.removed"],
    request: async () => viewerRequest.post("/suppressions/remove", { email: await insertLead(ctx, { suppressed: true }) }),
  },
  createKey: { events: ["key.created"], request: () => viewerRequest.post("/keys", { kind: "secret_key", name: "Shop" }) },
  rotateKey: { events: ["key.rotated"], request: async () => viewerRequest.post(`/keys/${await createKey()}/rotate`, { overlapHours: 1 }) },
  revokeKey: { events: ["key.revoked"], request: async () => viewerRequest.call("DELETE", `/keys/${await createKey()}`) },
  changeBlockList: {
    events: ["block_list.updated"],
    request: () => viewerRequest.call("PUT", "/block-list", { entries: [`${newId()}.example.org`] }),
  },
  allowOrigins: {
    events: ["origins.updated"],
    request: () => viewerRequest.call("PUT", "/keys/origins", { origins: [`https://${newId()}.example.org`] }),
  },
  changeStaff: { events: ["staff.updated"], request: async () => viewerRequest.call("PATCH", `/team/${(await aStaff(ctx)).id}`, { role: "viewer" }) },
  removeStaff: { events: ["staff.removed"], request: async () => viewerRequest.call("DELETE", `/team/${(await aStaff(ctx)).id}`) },
  inviteStaff: { events: ["staff.invited"], request: () => viewerRequest.post("/team/invitations", { email: uniqueEmail(), role: "viewer" }) },
  resendInvitation: { events: ["staff.invited"], request: async () => viewerRequest.post(`/team/invitations/${await invited()}/resend`) },
  revokeInvitation: {
    events: ["staff.invitation_revoked"],
    request: async () => viewerRequest.call("DELETE", `/team/invitations/${await invited()}`),
  },
};

describe("every write is in the activity log with its actor", () => {
  test.each(Object.entries(writes))("%s", async (name, { events, request }) => {
    const { status, headers } = await request();
    expect(status).toBe(200);
    const { data } = await api.get(`/events?limit=10&actor=${owner.id}`, { cookie });
    const own = (data as { kind: string; requestId: string; actor: object }[]).filter(
      ({ requestId }) => requestId === headers.get("x-request-id"),
    );
    expect(own.map(({ kind }) => kind).toSorted(), name).toEqual(events);
    for (const { actor } of own) expect(actor).toEqual({ kind: "staff", id: owner.id, name: "Grace" });
  });

  test("covers every endpoint that writes", () => {
    // What these change is somebody's own, and told of where they are tested; exchanging uses up a token and changes no record, and what a
    // task has done is told as it does it; a test of a mail goes to whoever asks for it and changes nothing.
    const others = ["Sign-in", "Account"];
    const missingWrites = ["exchangeToken", "acceptInvitation", "cancelTask", "sendTestMail"];
    const reading = ["checkCode", "lookupCodes", "findLeads", "previewSend", "previewMail", "testMailServer"];
    const all = Object.entries(endpoints).filter(
      ([name, { method, tag }]) => method !== "GET" && !others.includes(tag) && !missingWrites.includes(name) && !reading.includes(name),
    );
    expect(all.map(([name]) => name).toSorted()).toEqual([...new Set(Object.keys(writes).map((name) => name.split(" ")[0]))].toSorted());
  });

  test("records a customer who joins the waitlist once", async () => {
    const project = await insertProject(app.ctx);
    const email = await insertLead(project.ctx);
    const by = apiClient(project.publicKey);
    for (const waitlist of [false, true, true]) await by.post("/leads/create", { email, waitlist });
    const { data } = await apiClient(project.secretKey).get("/events");
    expect(data).toMatchObject([
      { kind: "lead.updated", email, actor: { kind: "public_key", name: "A key" }, data: { fields: ["onWaitlist"] } },
    ]);
  });

  test("never contains a secret, a token or a staff email", async () => {
    const joinOnce = await queryRows<{ row: string }>(
      app.db,
      sql`select e::text as row from events e where kind not like 'lead.%' and kind not like 'code%' and kind not like 'claim.%'
        and kind not like 'suppression.%'`,
    );
    expect(joinOnce.length).toBeGreaterThan(10);
    expect(JSON.stringify(joinOnce)).not.toMatch(/@|[ps]k_\w{20}|[0-9a-f]{32}/);
  });
});

test("a repeated write without a change records nothing", async () => {
  const code = await insertCode(ctx);
  const batch = await insertBatch(ctx);
  const before = async () => Number((await api.get("/events?limit=1", { cookie })).headers.get("x-total-count"));
  for (const path of [`/codes/${code}`, `/batches/${batch}`]) {
    await viewerRequest.call("PATCH", path, { paused: true });
    const count = await before();
    await viewerRequest.call("PATCH", path, { paused: true });
    expect(await before(), path).toBe(count);
  }
});
