import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { type ApiResponse, apiClient } from "../harness/api";
import { insertCode, insertLead, uniqueEmail } from "../harness/factories";
import { uploadLeads } from "../harness/imports";
import type { TestApp } from "../harness/test-app";

type Write = { path: string; body?: object | string; headers?: Record<string, string> };
/** A write, and what undoes it. A function gets the data of the response. */
type Case = Write & { undo: (data: ApiResponse["data"]) => Promise<unknown> };

/** Each write with everything that undoes it. */
export type Cases = Record<string, Record<string, () => Promise<Case> | Case>>;

/** What the cases call. */
export function createTools({ ctx, secretKey, db, cookie }: TestApp & { cookie: string }) {
  const api = apiClient(secretKey);
  /** Calls an endpoint as an owner. */
  const callAsOwner = (method: string, path: string, body?: object) => api.call(method, path, { cookie, body });
  const waitingLead = () => insertLead(ctx, { onWaitlist: true });
  const patchCode = (code: string, body: object) => api.call("PATCH", `/codes/${code}`, { body });
  const patchLead = (email: string, body: object) => api.call("PATCH", `/leads/email/${email}`, { body });
  const deleteCode = (code: string) => api.post("/codes/delete", { code });
  const deleteLead = (email: string) => api.post("/leads/delete", { email });
  const bulkCodes = (action: string, codes: string[], rest = {}) => api.post("/codes/bulk", { action, codes, ...rest });
  const bulkLeads = (action: string, emails: string[], rest = {}) => api.post("/leads/bulk", { action, emails, ...rest });
  const bulkBatches = (action: string, batches: string[], rest = {}) => api.post("/batches/bulk", { action, batches, ...rest });
  const cancelSend = (id: string) => api.post(`/sends/${id}/cancel`);
  const cancelJob = (id: string) => api.post(`/jobs/${id}/cancel`);
  const restore = (deletion: string) => api.post("/bin/restore", { deletion });
  const setJobStatus = (id: string, status: string) =>
    db.execute(
      sql`update background_jobs set status = ${status}, ended_at = case when ${status}::text = 'running' then null else now() end where id = ${id}`,
    );

  async function failedSend(): Promise<{ id: string; emails: string[] }> {
    const emails = [await insertLead(ctx), await insertLead(ctx)];
    const { data } = await api.post("/codes/send", { code: await insertCode(ctx), emails });
    await db.execute(sql`update deliveries set status = 'failed' where send_id = ${data.sendId}`);
    return { id: data.sendId, emails };
  }

  async function invitedLead(): Promise<{ email: string; code: string; sendId: string }> {
    const email = await waitingLead();
    const { data } = await api.post("/leads/invite", { emails: [email] });
    const [row] = await queryRows<{ code_text: string }>(db, sql`select code_text from deliveries where send_id = ${data.sendId}`);
    return { email, code: row?.code_text ?? "", sendId: data.sendId };
  }

  async function recurringWave(): Promise<string> {
    const { data } = await api.post("/waves", { size: 1, repeat: { time: "09:00", total: 5 } });
    return data.id;
  }

  const file = () => `email\n${uniqueEmail()}\n`;
  const step = (id: string, name: string, body: object = {}) => api.post(`/imports/${id}/${name}`, body);
  const mapping = { email: "email" };
  async function checkedImport(): Promise<string> {
    const { id } = await uploadLeads(ctx, file());
    await step(id, "check", { mapping });
    return id;
  }
  async function completedImport(): Promise<string> {
    const id = await checkedImport();
    await step(id, "run");
    return id;
  }
  /** An import that is being run by the worker. */
  async function runningImport(): Promise<string> {
    const id = await checkedImport();
    const { data } = await step(id, "run");
    await db.execute(sql`update imports set status = 'running' where id = ${id}`);
    await setJobStatus(data.jobId, "running");
    return id;
  }

  async function deletedCode() {
    const code = await insertCode(ctx);
    const { data } = await bulkCodes("delete", [code], { bin: true });
    return { code, deletion: data.id as string };
  }

  return {
    ctx,
    db,
    api,
    callAsOwner,
    waitingLead,
    patchCode,
    patchLead,
    deleteCode,
    deleteLead,
    bulkCodes,
    bulkLeads,
    bulkBatches,
    cancelSend,
    cancelJob,
    restore,
    setJobStatus,
    failedSend,
    invitedLead,
    recurringWave,
    file,
    step,
    mapping,
    checkedImport,
    completedImport,
    runningImport,
    deletedCode,
  };
}

export type Tools = ReturnType<typeof createTools>;
