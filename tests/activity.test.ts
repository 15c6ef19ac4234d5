import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/index";
import { queueAutomaticEmail } from "@/core/sends/queue-automatic-email";
import { queryRows } from "@/db/query";
import { newId } from "@/lib/ids";
import { type Api, apiClient } from "./harness/api";
import {
  connectSmtpServer,
  createCookie,
  insertBatch,
  insertCode,
  insertLead,
  insertProject,
  insertStaff,
  uniqueEmail,
  uniqueId,
} from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx } = await insertProject(app.ctx);
const owner = await insertStaff(ctx, { name: "Grace", role: "owner" });
const cookie = await createCookie(ctx, owner);
const api = apiClient(null);

/** Calls the API with the owner's session. */
const ownerApi = {
  post: (path: string, body?: unknown) => api.post(path, body, { cookie }),
  call: (method: string, path: string, body?: unknown) => api.call(method, path, { cookie, body }),
};

type Write = { events: readonly string[]; request(): ReturnType<Api["post"]> };
const createInvitation = async () => (await ownerApi.post("/team/invitations", { email: uniqueEmail(), role: "viewer" })).data.id;
const createKey = async () => (await ownerApi.post("/keys", { kind: "secret_key", name: "Shop" })).data.id;

const createClaim = async () => {
  const email = await insertLead(ctx);
  return { code: await insertCode(ctx, { claimedBy: [email] }), email };
};
/** Creates a recurring wave and returns its id. */
const createRecurringWave = async (): Promise<string> => {
  const { data } = await ownerApi.post("/waves", { size: 1, repeat: { time: "09:00", total: 5 } });
  return data.id;
};
/** Creates a send with one email in this status. */
const createSend = async (status: "failed" | "queued" | "retrying") => {
  const { sendId } = (await ownerApi.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx)] })).data;
  await app.db.execute(sql`update deliveries set status = ${status} where send_id = ${sendId}`);
  return sendId;
};

/** Every write that changes the project, with the events it records. */
async function queueJoinedEmail(status: string): Promise<void> {
  const email = await insertLead(ctx, { onWaitlist: true });
  await queueAutomaticEmail(ctx, email, "joined");
  await app.db.execute(sql`update deliveries set status = ${status}, attempts = 1 where email = ${email}`);
}

/** Pauses email as if the mail server had refused too many. */
async function pauseForRefusals(): Promise<void> {
  await app.db.execute(
    sql`insert into email_circuit_breakers (project_id, paused_at, reason, response) values (${ctx.projectId}, now(), '550 no', '550 No')
      on conflict (project_id) do update set paused_at = now(), resumed_at = null`,
  );
  await app.db.execute(sql`update projects set paused = '{email}' where id = ${ctx.projectId}`);
}

const webhookUrl = "http://127.0.0.1/hooks";
const webhookEvent = newId();

/** Creates a webhook and returns its path. */
const insertWebhook = async () => `/webhooks/${(await ownerApi.post("/webhooks", { url: webhookUrl })).data.id}`;

/** Creates a webhook that didn't get an event, and returns its path. */
async function insertFailedDelivery(): Promise<string> {
  const path = await insertWebhook();
  await ctx.db.execute(sql`insert into webhook_deliveries (project_id, webhook_id, event_id, type, status)
    values (${ctx.projectId}, ${path.split("/").at(-1)}::uuid, ${webhookEvent}::uuid, 'code.claimed', 'failed')`);
  return path;
}

/** Inserts a lead with an invite code, and returns their email. */
async function insertInviter(): Promise<string> {
  const email = uniqueEmail();
  await insertCode(ctx, { claimedBy: [email] });
  await ctx.db.execute(sql`update projects set invite_quota = 1 where id = ${ctx.projectId}`);
  await ownerApi.post(`/leads/email/${email}/invites`);
  return email;
}

const createView = () => ownerApi.post("/views", { list: "leads", name: uniqueId(), filters: { tag: "vip" } });

/** Uploads and checks a file with one lead, and returns the import. */
const createImport = async (): Promise<string> => {
  const { data } = await ownerApi.post("/imports", `email\n${uniqueEmail()}`);
  await ownerApi.post(`/imports/${data.id}/check`, { mapping: { email: "email" } });
  return data.id;
};

/** Uploads and checks a file with one suppression, and returns the import. */
const createSuppressionImport = async (): Promise<string> => {
  const { data } = await ownerApi.post("/imports?kind=suppressions", `email,reason\n${uniqueEmail()},bounce`);
  await ownerApi.post(`/imports/${data.id}/check`, { mapping: { email: "email", reason: "emailStatus" } });
  return data.id;
};

const writes: Record<string, Write> = {
  runImport: { events: ["leads.imported"], request: async () => ownerApi.post(`/imports/${await createImport()}/run`) },
  "runImport of suppressions": {
    events: ["suppressions.imported"],
    request: async () => ownerApi.post(`/imports/${await createSuppressionImport()}/run`),
  },
  "undoImport of suppressions": {
    events: ["suppressions.import_undone"],
    request: async () => {
      const id = await createSuppressionImport();
      await ownerApi.post(`/imports/${id}/run`);
      return ownerApi.post(`/imports/${id}/undo`);
    },
  },
  undoImport: {
    events: ["lead.deleted", "leads.import_undone"],
    request: async () => {
      const id = await createImport();
      await ownerApi.post(`/imports/${id}/run`);
      return ownerApi.post(`/imports/${id}/undo`);
    },
  },
  restoreFromBin: {
    events: ["code.restored"],
    request: async () => {
      const { data } = await ownerApi.post("/codes/bulk", { action: "delete", codes: [await insertCode(ctx)], bin: true });
      return ownerApi.post("/bin/restore", { deletion: data.id });
    },
  },
  deleteFromBin: {
    events: ["bin.deleted"],
    request: async () => {
      await ownerApi.post("/codes/bulk", { action: "delete", codes: [await insertCode(ctx)], bin: true });
      return ownerApi.post("/bin/delete", { all: true });
    },
  },
  importCodes: { events: ["codes.generated"], request: () => ownerApi.post("/codes/import", "MY-OWN-CODE-2030") },
  generateCodes: { events: ["codes.generated"], request: () => ownerApi.post("/codes/generate", { amount: 1 }) },
  claimCode: {
    events: ["code.claimed", "lead.created"],
    request: async () => ownerApi.post("/codes/claim", { code: await insertCode(ctx), email: uniqueEmail() }),
  },
  createWave: {
    events: ["code.sent", "codes.generated", "wave.sent"],
    request: async () => {
      await insertLead(ctx, { onWaitlist: true });
      return ownerApi.post("/waves", { size: 1 });
    },
  },
  "createWave for later": {
    events: ["wave.scheduled"],
    request: () => ownerApi.post("/waves", { size: 1, scheduledAt: "2099-01-01T09:00:00Z" }),
  },
  cancelWave: {
    events: ["wave.canceled"],
    request: async () => {
      const { data: wave } = await ownerApi.post("/waves", { size: 1, scheduledAt: "2099-01-01T09:00:00Z" });
      return ownerApi.post(`/waves/${wave.id}/cancel`, {});
    },
  },
  pauseWave: { events: ["wave.paused"], request: async () => ownerApi.post(`/waves/${await createRecurringWave()}/pause`, {}) },
  resumeWave: {
    events: ["wave.resumed"],
    request: async () => {
      const id = await createRecurringWave();
      await app.db.execute(sql`update waves set status = 'paused' where id = ${id}`);
      return ownerApi.post(`/waves/${id}/resume`, {});
    },
  },
  endWave: { events: ["wave.ended"], request: async () => ownerApi.post(`/waves/${await createRecurringWave()}/end`, {}) },
  changeLeadEmail: {
    events: ["lead.email_change_requested"],
    request: async () => ownerApi.post("/leads/change-email", { email: await insertLead(ctx), newEmail: uniqueEmail() }),
  },
  moveOnWaitlist: {
    events: ["lead.moved"],
    request: async () => {
      const email = await insertLead(ctx, { onWaitlist: true });
      await insertLead(ctx, { onWaitlist: true });
      return ownerApi.post("/waitlist/move", { email, position: 1_000_000 });
    },
  },
  createLeadInvites: {
    events: ["codes.generated"],
    request: async () => {
      await ctx.db.execute(sql`update projects set invite_quota = 2 where id = ${ctx.projectId}`);
      const email = uniqueEmail();
      await insertCode(ctx, { claimedBy: [email] });
      return ownerApi.post(`/leads/email/${email}/invites`);
    },
  },
  revokeLeadBranch: {
    events: ["code.deleted"],
    request: async () => ownerApi.post(`/leads/email/${await insertInviter()}/branch/revoke`),
  },
  revokeCodeBranch: {
    events: ["code.deleted"],
    request: async () => ownerApi.post(`/codes/${await insertCode(ctx)}/branch/revoke`),
  },
  declineInvitation: {
    events: ["lead.declined"],
    request: async () => {
      const email = await insertLead(ctx);
      await ownerApi.post("/leads/invite", { emails: [email] });
      const { data: lead } = await api.call("GET", `/leads/email/${email}`, { cookie });
      return ownerApi.post("/codes/decline", { code: lead.invitation.code, email });
    },
  },
  holdCode: {
    events: ["code.held"],
    request: async () => ownerApi.post("/codes/hold", { code: await insertCode(ctx), email: await insertLead(ctx) }),
  },
  releaseHold: {
    events: ["code.hold_released"],
    request: async () => {
      const body = { code: await insertCode(ctx), email: await insertLead(ctx) };
      await ownerApi.post("/codes/hold", body);
      return ownerApi.post("/codes/release-hold", body);
    },
  },
  updateCode: {
    events: ["code.extended", "code.paused", "code.reserved"],
    request: async () =>
      ownerApi.call("PATCH", `/codes/${await insertCode(ctx)}`, { paused: true, allowedClaims: 3, reservedFor: uniqueEmail() }),
  },
  "updateCode to pause": {
    events: ["code.paused"],
    request: async () => ownerApi.call("PATCH", `/codes/${await insertCode(ctx)}`, { paused: true }),
  },
  "updateCode to resume": {
    events: ["code.resumed"],
    request: async () => ownerApi.call("PATCH", `/codes/${await insertCode(ctx, { paused: true })}`, { paused: false }),
  },
  sendCode: {
    events: ["code.sent"],
    request: async () => ownerApi.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx)] }),
  },
  deleteCode: { events: ["code.deleted"], request: async () => ownerApi.post("/codes/delete", { code: await insertCode(ctx) }) },
  createLeads: {
    events: ["lead.created"],
    request: () => ownerApi.post("/leads/batch", { leads: [{ email: uniqueEmail() }] }),
  },
  createLead: { events: ["lead.created"], request: () => ownerApi.post("/leads/create", { email: uniqueEmail() }) },
  inviteLeads: {
    events: ["code.sent", "codes.generated"],
    request: async () => ownerApi.post("/leads/invite", { emails: [await insertLead(ctx)] }),
  },
  deleteLead: { events: ["lead.deleted"], request: async () => ownerApi.post("/leads/delete", { email: await insertLead(ctx) }) },
  updateBatch: {
    events: ["batch.paused"],
    request: async () => ownerApi.call("PATCH", `/batches/${await insertBatch(ctx)}`, { paused: true }),
  },
  "updateBatch to rename": {
    events: ["batch.renamed"],
    request: async () => ownerApi.call("PATCH", `/batches/${await insertBatch(ctx)}`, { name: "Launch day 2" }),
  },
  "updateBatch to redeem elsewhere": {
    events: ["batch.redemption_changed"],
    request: async () => ownerApi.call("PATCH", `/batches/${await insertBatch(ctx)}`, { redemptionUrl: "https://store.example/{code}" }),
  },
  replaceWords: {
    events: ["code.words_replaced"],
    request: async () => ownerApi.post(`/codes/${await insertCode(ctx)}/new-words`),
  },
  "updateBatch to resume": {
    events: ["batch.resumed"],
    request: async () => ownerApi.call("PATCH", `/batches/${await insertBatch(ctx, { paused: true })}`, { paused: false }),
  },
  createBatch: { events: ["codes.generated"], request: () => ownerApi.post("/batches", { amount: 1 }) },
  bulkUpdateBatches: {
    events: ["batch.extended"],
    request: async () => ownerApi.post("/batches/bulk", { action: "extend", batches: [await insertBatch(ctx)], allowedClaims: 3 }),
  },
  "bulkUpdateBatches to pause": {
    events: ["batch.paused", "batch.paused"],
    request: async () => ownerApi.post("/batches/bulk", { action: "pause", batches: [await insertBatch(ctx), await insertBatch(ctx)] }),
  },
  "updateBatch to restrict its codes": {
    events: ["batch.updated"],
    request: async () => ownerApi.call("PATCH", `/batches/${await insertBatch(ctx)}`, { allowedDomains: ["example.org"] }),
  },
  deleteBatch: { events: ["batch.deleted"], request: async () => ownerApi.call("DELETE", `/batches/${await insertBatch(ctx)}`) },
  "updateCode to extend": {
    events: ["code.extended"],
    request: async () => ownerApi.call("PATCH", `/codes/${await insertCode(ctx)}`, { allowedClaims: 3 }),
  },
  "updateCode to reserve": {
    events: ["code.reserved"],
    request: async () => ownerApi.call("PATCH", `/codes/${await insertCode(ctx)}`, { reservedFor: uniqueEmail() }),
  },
  "updateCode to tag": {
    events: ["code.tags_updated"],
    request: async () => ownerApi.call("PATCH", `/codes/${await insertCode(ctx)}`, { addTags: ["vip"] }),
  },
  "updateCode to set metadata": {
    events: ["code.updated"],
    request: async () => ownerApi.call("PATCH", `/codes/${await insertCode(ctx)}`, { metadata: { plan: "pro" } }),
  },
  bulkUpdateCodes: {
    events: ["code.paused", "code.paused"],
    request: async () => ownerApi.post("/codes/bulk", { action: "pause", codes: [await insertCode(ctx), await insertCode(ctx)] }),
  },
  revokeClaim: { events: ["claim.revoked"], request: async () => ownerApi.post("/claims/revoke", await createClaim()) },
  updateLead: {
    events: ["lead.updated"],
    request: async () => ownerApi.call("PATCH", `/leads/email/${await insertLead(ctx)}`, { notes: "Met at the conference." }),
  },
  bulkUpdateLeads: {
    events: ["lead.updated"],
    request: async () => ownerApi.post("/leads/bulk", { action: "join_waitlist", emails: [await insertLead(ctx)] }),
  },
  retryDeliveries: {
    events: ["deliveries.retried"],
    request: async () => {
      await createSend("retrying");
      await app.db.execute(
        sql`update pgboss.job set start_after = now() + interval '1 hour', data = data || '{"attempt": 2}' where name = 'deliveries'`,
      );
      return ownerApi.post("/deliveries/retry");
    },
  },
  retryMessages: {
    events: ["messages.retried"],
    request: async () => {
      await queueJoinedEmail("failed");
      return ownerApi.post("/messages/retry", {});
    },
  },
  resendMessage: {
    events: ["lead.email_resent"],
    request: async () => ownerApi.post("/messages/resend", { email: await insertLead(ctx, { onWaitlist: true }), kind: "joined" }),
  },
  sendSavedEmails: {
    events: ["saved_emails.sent"],
    request: async () => {
      await queueJoinedEmail("saved_to_file");
      await connectSmtpServer(ctx);
      return ownerApi.post("/deliveries/send-saved");
    },
  },
  resumeDeliveries: {
    events: ["project.resumed"],
    request: async () => {
      await pauseForRefusals();
      return ownerApi.post("/deliveries/resume");
    },
  },
  undoSuppressions: {
    events: ["suppression.removed"],
    request: async () => {
      await pauseForRefusals();
      const sendId = await createSend("failed");
      await app.db.execute(sql`update deliveries set status = 'bounced', error = '550 No', updated_at = now() where send_id = ${sendId}`);
      await app.db.execute(
        sql`insert into suppressions (project_id, email, reason, created_at) select project_id, email, 'bounced', updated_at from deliveries where send_id = ${sendId}`,
      );
      await ownerApi.post("/deliveries/resume");
      return ownerApi.post("/deliveries/undo-suppressions");
    },
  },
  retrySend: { events: ["send.retried"], request: async () => ownerApi.post(`/sends/${await createSend("failed")}/retry`, {}) },
  cancelSend: { events: ["send.canceled"], request: async () => ownerApi.post(`/sends/${await createSend("queued")}/cancel`) },
  sendAnnouncement: {
    events: ["announcement.sent"],
    request: async () => ownerApi.post("/announcements", { subject: "News", body: "Hello", emails: [await insertLead(ctx)] }),
  },
  resendUndelivered: { events: ["code.sent"], request: async () => ownerApi.post(`/sends/${await createSend("failed")}/resend`) },
  updateProject: { events: ["project.updated"], request: () => ownerApi.call("PATCH", "/project", { name: uniqueEmail() }) },
  updateSignInSettings: {
    events: ["project.updated"],
    request: () => ownerApi.call("PATCH", "/team/sign-in", { trustedProviders: ["google"] }),
  },
  updateEmailTemplate: {
    events: ["email_template.updated"],
    request: () => ownerApi.call("PUT", "/email-templates/code", { subject: uniqueEmail(), body: "{{code}}", button: "Go" }),
  },
  restoreEmailTemplate: {
    events: ["email_template.updated"],
    request: async () => {
      for (const button of ["Go", "Start"])
        await ownerApi.call("PUT", "/email-templates/code", { subject: uniqueEmail(), body: "{{code}}", button });
      const [, previous] = (await ownerApi.call("GET", "/email-templates/code/versions")).data;
      return ownerApi.post(`/email-templates/code/versions/${previous.id}/restore`);
    },
  },
  resetEmailTemplate: {
    events: ["email_template.reset"],
    request: async () => {
      await ownerApi.call("PUT", "/email-templates/claimed", { subject: uniqueEmail(), body: "{{code}}", button: "Go" });
      return ownerApi.call("DELETE", "/email-templates/claimed");
    },
  },
  // One request can pause features and change the message.
  pauseProject: {
    events: ["project.paused", "project.updated"],
    request: () => ownerApi.post("/project/pause", { pause: ["email"], message: "Back at noon." }),
  },
  updateEmailDelivery: {
    events: ["project.email_delivery_updated"],
    request: () =>
      ownerApi.call("PATCH", "/project/email-delivery", {
        sender: uniqueEmail(),
        server: { host: `${newId()}.example.org`, port: 25, security: "none" },
      }),
  },
  createPrint: {
    events: ["codes.printed"],
    request: async () => ownerApi.post("/prints", { codes: [await insertCode(ctx)], format: "svg" }),
  },
  createExport: { events: ["list.exported"], request: async () => ownerApi.post("/exports", { list: "leads", format: "csv" }) },
  createView: { events: ["view.created"], request: createView },
  updateView: {
    events: ["view.updated"],
    request: async () => ownerApi.call("PATCH", `/views/${(await createView()).data.id}`, { filters: {}, columns: ["email"] }),
  },
  deleteView: { events: ["view.deleted"], request: async () => ownerApi.call("DELETE", `/views/${(await createView()).data.id}`) },
  addSuppression: { events: ["suppression.added"], request: async () => ownerApi.post("/suppressions", { email: await insertLead(ctx) }) },
  updateSuppression: {
    events: ["suppression.updated"],
    request: async () => ownerApi.call("PATCH", `/suppressions/${await insertLead(ctx, { suppressed: true })}`, { note: "By letter." }),
  },
  removeSuppression: {
    events: ["suppression.removed"],
    request: async () => ownerApi.call("DELETE", `/suppressions/${await insertLead(ctx, { suppressed: true })}`),
  },
  createKey: { events: ["key.created"], request: () => ownerApi.post("/keys", { kind: "secret_key", name: "Shop" }) },
  rotateKey: { events: ["key.rotated"], request: async () => ownerApi.post(`/keys/${await createKey()}/rotate`, { overlapHours: 1 }) },
  revokeKey: { events: ["key.revoked"], request: async () => ownerApi.call("DELETE", `/keys/${await createKey()}`) },
  createWebhook: { events: ["webhook.created"], request: () => ownerApi.post("/webhooks", { url: webhookUrl }) },
  updateWebhook: {
    events: ["webhook.updated"],
    request: async () => ownerApi.call("PATCH", await insertWebhook(), { description: "Shop" }),
  },
  rotateWebhookSecret: {
    events: ["webhook.secret_rotated"],
    request: async () => ownerApi.post(`${await insertWebhook()}/rotate-secret`, {}),
  },
  pauseWebhook: { events: ["webhook.paused"], request: async () => ownerApi.post(`${await insertWebhook()}/pause`) },
  resumeWebhook: {
    events: ["webhook.resumed"],
    request: async () => {
      const path = await insertWebhook();
      await ownerApi.post(`${path}/pause`);
      return ownerApi.post(`${path}/resume`, { missed: "send" });
    },
  },
  recoverWebhook: {
    events: ["webhook.recovered"],
    request: async () => ownerApi.post(`${await insertFailedDelivery()}/recover`, { since: "2020-01-01T00:00:00Z" }),
  },
  retryWebhookDelivery: {
    events: ["webhook.recovered"],
    request: async () => ownerApi.post(`${await insertFailedDelivery()}/deliveries/${webhookEvent}/retry`),
  },
  deleteWebhook: { events: ["webhook.deleted"], request: async () => ownerApi.call("DELETE", await insertWebhook()) },
  updateBlockList: {
    events: ["block_list.updated"],
    request: () => ownerApi.call("PUT", "/block-list", { entries: [`${newId()}.example.org`] }),
  },
  updateRateLimitSettings: {
    events: ["rate_limits.updated"],
    request: () => ownerApi.call("PATCH", "/abuse-protection/limits", { signUpsPerClient: 200 }),
  },
  updateAllowedOrigins: {
    events: ["origins.updated"],
    request: () => ownerApi.call("PUT", "/keys/origins", { origins: [`https://${newId()}.example.org`] }),
  },
  updateStaff: {
    events: ["staff.updated"],
    request: async () => ownerApi.call("PATCH", `/team/${(await insertStaff(ctx)).id}`, { role: "viewer" }),
  },
  removeStaff: { events: ["staff.removed"], request: async () => ownerApi.call("DELETE", `/team/${(await insertStaff(ctx)).id}`) },
  inviteStaff: { events: ["staff.invited"], request: () => ownerApi.post("/team/invitations", { email: uniqueEmail(), role: "viewer" }) },
  resendInvitation: {
    events: ["staff.invited"],
    request: async () => ownerApi.post(`/team/invitations/${await createInvitation()}/resend`),
  },
  copyInvitationLink: {
    events: ["staff.invitation_link_copied"],
    request: async () => ownerApi.post(`/team/invitations/${await createInvitation()}/link`),
  },
  revokeInvitation: {
    events: ["staff.invitation_revoked"],
    request: async () => ownerApi.call("DELETE", `/team/invitations/${await createInvitation()}`),
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
    // Sign-in and account changes are tested elsewhere. Exchanging a token and sending a test email change no records, and jobs record their
    // own changes. Reports of bounces have no actor among the staff (core/email-reports).
    const otherTags = ["Sign-in", "Account"];
    // Uploading and checking a file changes no leads. Deleting a print only removes the file.
    const steps = ["uploadImport", "checkImport", "pauseImport", "cancelImport"];
    const unrecordedWrites = [
      ...steps,
      ...["exchangeToken", "acceptInvitation", "cancelJob", "sendTestEmail", "deletePrint", "deleteExport", "testWebhook"],
    ];
    const reads = [
      "checkCode",
      "gateSignUp",
      "lookupCodes",
      "suggestCodes",
      "lookupLeads",
      "previewSend",
      "renderSendEmail",
      "previewWave",
      "previewEmailTemplate",
      "previewJoinPage",
      "previewPrint",
      "testEmailDelivery",
      "constructEvent",
    ];
    const reports = ["reportBounceMessage", "receiveSesReport", "receivePostmarkReport", "receiveResendReport"];
    const writeEndpoints = Object.entries(endpoints).filter(
      ([name, { method, tag }]) =>
        method !== "GET" &&
        !otherTags.includes(tag) &&
        !unrecordedWrites.includes(name) &&
        !reads.includes(name) &&
        !reports.includes(name),
    );
    expect(writeEndpoints.map(([name]) => name).toSorted()).toEqual(
      [...new Set(Object.keys(writes).map((name) => name.split(" ")[0]))].toSorted(),
    );
  });

  test("records a customer who joins the waitlist once", async () => {
    const project = await insertProject(app.ctx);
    const email = await insertLead(project.ctx);
    const publicApi = apiClient(project.publicKey);
    for (const waitlist of [false, true, true]) await publicApi.post("/leads/create", { email, waitlist });
    const { data } = await apiClient(project.secretKey).get("/events");
    expect(data).toMatchObject([
      { kind: "lead.updated", email, actor: { kind: "public_key", name: "A key" }, data: { fields: ["onWaitlist"] } },
    ]);
  });

  test("never contains a secret or a token, and a staff email only to say who was invited", async () => {
    const events = await queryRows<{ row: string; kind: string }>(
      app.db,
      sql`select e::text as row, e.kind from events e where kind not like 'lead.%' and kind not like 'code%' and kind not like 'claim.%'
        and kind not like 'suppression.%'`,
    );
    expect(events.length).toBeGreaterThan(10);
    expect(JSON.stringify(events)).not.toMatch(/[ps]k_\w{20}|[0-9a-f]{32}/);
    expect(
      JSON.stringify(events.filter(({ kind }) => !kind.startsWith("staff.invited") && !kind.startsWith("staff.invitation"))),
    ).not.toContain("@");
  });
});

test("a repeated write without a change records nothing", async () => {
  const code = await insertCode(ctx);
  const batch = await insertBatch(ctx);
  const countEvents = async () => Number((await api.get("/events?limit=1", { cookie })).headers.get("x-total-count"));
  for (const path of [`/codes/${code}`, `/batches/${batch}`]) {
    await ownerApi.call("PATCH", path, { paused: true });
    const count = await countEvents();
    await ownerApi.call("PATCH", path, { paused: true });
    expect(await countEvents(), path).toBe(count);
  }
});
