import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { type ApiResponse, apiClient } from "./harness/api";
import { connectSmtpServer, insertCode, insertLead, insertProject, type Project, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();

/** Requests that queue an email to one lead. */
const requests: Record<string, (project: Project) => Promise<ApiResponse>> = {
  "POST /codes/send": async ({ ctx, secretKey }) =>
    apiClient(secretKey).post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx)] }),
  "POST /leads/invite": async ({ ctx, secretKey }) => apiClient(secretKey).post("/leads/invite", { emails: [await insertLead(ctx)] }),
  "POST /announcements": async ({ ctx, secretKey }) =>
    apiClient(secretKey).post("/announcements", { subject: "News", body: "Hello.", emails: [await insertLead(ctx)] }),
  "POST /sends/:id/resend": async ({ ctx, db, secretKey }) => {
    const api = apiClient(secretKey);
    const { data } = await api.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx)] });
    await db.execute(sql`update deliveries set status = 'failed' where send_id = ${data.sendId}`);
    return api.post(`/sends/${data.sendId}/resend`);
  },
  "POST /waves": async ({ ctx, secretKey }) => {
    await insertLead(ctx, { onWaitlist: true });
    return apiClient(secretKey).post("/waves", { size: 1 });
  },
  "POST /waves at a time": async ({ secretKey }) =>
    apiClient(secretKey).post("/waves", { size: 1, scheduledAt: new Date(Date.now() + 900_000).toISOString() }),
};

describe.each(Object.entries(requests))("%s", (_, request) => {
  const warningNames = async (project: Project) => {
    const { status, data } = await request(project);
    expect(status).toBe(200);
    for (const { message } of data.warnings) expect(message).toMatch(/^[A-Z].+\.$/);
    return data.warnings.map(({ name }: { name: string }) => name);
  };

  test("warns that emails aren't delivered without a mail server", async () => {
    expect(await warningNames(await insertProject(app.ctx))).toEqual(["email_not_connected"]);
  });

  test("warns only about the links of emails with a mail server, as they point to this computer", async () => {
    const project = await insertProject(app.ctx);
    await connectSmtpServer(project.ctx);
    expect(await warningNames(project)).toEqual(["local_links"]);
  });

  test("warns while email is paused", async () => {
    const project = await insertProject(app.ctx);
    await connectSmtpServer(project.ctx);
    await apiClient(project.secretKey).post("/project/pause", { pause: ["email"] });
    expect(await warningNames(project)).toEqual(["local_links", "email_paused"]);
  });

  test("warns if the mail server can't be read", async () => {
    const project = await insertProject(app.ctx);
    await app.db.execute(sql`update projects set smtp_encrypted = 'unreadable' where id = ${project.ctx.projectId}`);
    expect(await warningNames(project)).toEqual(["email_settings_unreadable"]);
  });
});

describe("what reaches no one", () => {
  test.each<[string, (project: Project) => Promise<ApiResponse>]>([
    [
      "a send to an email that isn't a lead's",
      async ({ ctx, secretKey }) => apiClient(secretKey).post("/codes/send", { code: await insertCode(ctx), emails: [uniqueEmail()] }),
    ],
    [
      "a send to leads who are all skipped",
      async ({ ctx, secretKey }) =>
        apiClient(secretKey).post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx, { suppressed: true })] }),
    ],
    [
      "a send by a filter that matches no one",
      async ({ ctx, secretKey }) =>
        apiClient(secretKey).post("/codes/send", { code: await insertCode(ctx), filter: { q: "no such lead" } }),
    ],
    ["an invitation", async ({ secretKey }) => apiClient(secretKey).post("/leads/invite", { emails: [uniqueEmail()] })],
    [
      "an announcement",
      async ({ secretKey }) => apiClient(secretKey).post("/announcements", { subject: "News", body: "Hello.", filter: { all: true } }),
    ],
  ])("isn't a send: %s", async (_, request) => {
    const project = await insertProject(app.ctx);
    const api = apiClient(project.secretKey);
    const { status, data } = await request(project);
    expect(status).toBe(200);
    expect(data).toMatchObject({ notifiedLeads: 0, job: null, warnings: [{ name: "no_recipients", message: expect.any(String) }] });
    expect((await api.get("/sends")).data).toEqual([]);
    expect((await api.get("/sends?limit=10")).headers.get("x-total-count")).toBe("0");
    const { projectId } = project.ctx;
    expect(
      await queryRows(app.db, sql`select kind from events where project_id = ${projectId} and kind in ('code.sent', 'announcement.sent')`),
    ).toEqual([]);
    expect(await queryRows(app.db, sql`select from batches where project_id = ${projectId} and name <> 'A batch'`)).toEqual([]);
    // Clients can still read who was skipped.
    expect((await api.get(`/sends/${data.sendId}`)).data).toMatchObject({ notifiedLeads: 0, completed: true });
  });

  test("leaves a code of a batch to be handed out", async () => {
    const { ctx, secretKey } = await insertProject(app.ctx);
    const api = apiClient(secretKey);
    const { data: codes } = await api.post("/codes/generate", { amount: 1 });
    await api.post("/codes/send", { code: codes[0].code, emails: [uniqueEmail()] });
    const { data } = await api.post("/leads/invite", { batch: codes[0].batch.id, emails: [await insertLead(ctx)] });
    expect(data).toMatchObject({ notifiedLeads: 1 });
  });

  test("isn't a wave either", async () => {
    const { secretKey } = await insertProject(app.ctx);
    expect(await apiClient(secretKey).post("/waves", { size: 1 })).toMatchObject({ status: 409, error: "no_one_to_invite" });
  });
});
