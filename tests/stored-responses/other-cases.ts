import { sql } from "drizzle-orm";
import { insertBatch, insertCode, insertLead, secondsFromNow } from "../harness/factories";
import { uploadLeads } from "../harness/imports";
import type { Cases, Tools } from "./tools";

/** Writes about batches, imports, files and the project. */
export const otherCases = ({
  ctx,
  db,
  api,
  deleteCode,
  deleteLead,
  bulkLeads,
  bulkBatches,
  cancelJob,
  restore,
  setJobStatus,
  file,
  step,
  mapping,
  checkedImport,
  completedImport,
  runningImport,
  deletedCode,
}: Tools): Cases => ({
  "PATCH /project": {
    "a setting is changed again": () => ({
      path: "/project",
      body: { redirectUrl: "https://a.example/", returnUrls: ["https://b.example/"] },
      undo: () => api.call("PATCH", "/project", { body: { returnUrls: [] } }),
    }),
  },
  "PUT /keys/origins": {
    "they are replaced again": () => ({
      path: "/keys/origins",
      body: { origins: ["https://a.example"] },
      undo: () => api.call("PUT", "/keys/origins", { body: { origins: [] } }),
    }),
  },
  "POST /batches": {
    "the batch is deleted": () => ({
      path: "/batches",
      body: { amount: 2 },
      undo: ({ batch }) => bulkBatches("delete", [batch.id], { bin: true }),
    }),
    "the job is canceled": () => ({ path: "/batches", body: { amount: 20_000 }, undo: ({ id }) => cancelJob(id) }),
  },
  "PATCH /batches/:batch": {
    "it is resumed": async () => {
      const batch = await insertBatch(ctx);
      return { path: `/batches/${batch}`, body: { paused: true }, undo: () => bulkBatches("resume", [batch]) };
    },
    "it gets another name": async () => {
      const batch = await insertBatch(ctx);
      return {
        path: `/batches/${batch}`,
        body: { name: "A" },
        undo: () => api.call("PATCH", `/batches/${batch}`, { body: { name: "B" } }),
      };
    },
    "it is deleted": async () => {
      const batch = await insertBatch(ctx);
      return { path: `/batches/${batch}`, body: { name: "A" }, undo: () => api.call("DELETE", `/batches/${batch}`) };
    },
  },
  "DELETE /batches/:batch": {
    "the job is canceled": async () => ({ path: `/batches/${await insertBatch(ctx)}`, undo: ({ id }) => setJobStatus(id, "canceled") }),
  },
  "POST /batches/bulk": {
    "they are resumed": async () => {
      const batches = [await insertBatch(ctx), await insertBatch(ctx)];
      return { path: "/batches/bulk", body: { action: "pause", batches }, undo: () => bulkBatches("resume", batches.slice(1)) };
    },
    "they are paused": async () => {
      const batches = [await insertBatch(ctx, { paused: true })];
      return { path: "/batches/bulk", body: { action: "resume", batches }, undo: () => bulkBatches("pause", batches) };
    },
    "they are extended otherwise": async () => {
      const batches = [await insertBatch(ctx)];
      const body = { action: "extend", batches, validUntil: secondsFromNow(900), allowedClaims: 4 };
      return { path: "/batches/bulk", body, undo: () => bulkBatches("extend", batches, { validUntil: null }) };
    },
    "they are restored": async () => ({
      path: "/batches/bulk",
      body: { action: "delete", batches: [(await api.post("/codes/generate", { amount: 1 })).data[0].batch.id], bin: true },
      undo: ({ jobs }) => restore(jobs[0].id),
    }),
  },
  "POST /bin/restore": {
    "a restored code is deleted again": async () => {
      const { code, deletion } = await deletedCode();
      return { path: "/bin/restore", body: { deletion }, headers: {}, undo: () => deleteCode(code) };
    },
    "a restored lead is deleted again": async () => {
      const email = await insertLead(ctx);
      const { data } = await bulkLeads("delete", [email], { bin: true });
      return { path: "/bin/restore", body: { deletion: data.id }, undo: () => deleteLead(email) };
    },
  },
  "POST /imports/:id/check": {
    "it is checked with other settings": async () => {
      const { id } = await uploadLeads(ctx, file());
      return { path: `/imports/${id}/check`, body: { mapping }, undo: () => step(id, "check", { mapping, tags: ["vip"] }) };
    },
  },
  "POST /imports/:id/run": {
    "it is undone": async () => {
      const id = await checkedImport();
      return { path: `/imports/${id}/run`, undo: () => step(id, "undo") };
    },
  },
  "POST /imports/:id/pause": {
    "it continues": async () => {
      const id = await runningImport();
      return { path: `/imports/${id}/pause`, undo: () => step(id, "run") };
    },
  },
  "POST /imports/:id/cancel": {
    "it continues": async () => {
      const id = await checkedImport();
      return { path: `/imports/${id}/cancel`, undo: () => step(id, "run") };
    },
  },
  "POST /imports/:id/undo": {
    "undoing it is canceled": async () => {
      const id = await completedImport();
      const undo = ({ jobId }: { jobId: string }) =>
        setJobStatus(jobId, "canceled").then(() => db.execute(sql`update imports set status = 'undoing' where id = ${id}`));
      return { path: `/imports/${id}/undo`, undo };
    },
  },
  "POST /prints": {
    "it is deleted": async () => ({
      path: "/prints",
      body: { codes: [await insertCode(ctx)] },
      undo: ({ id }) => api.call("DELETE", `/prints/${id}`),
    }),
  },
  "POST /exports": {
    "it is deleted": () => ({
      path: "/exports",
      body: { list: "leads", format: "csv" },
      undo: ({ id }) => api.call("DELETE", `/exports/${id}`),
    }),
  },
  "POST /project/pause": {
    "it is resumed": () => ({
      path: "/project/pause",
      body: { pause: ["sign_ups"], message: "Soon." },
      undo: () => api.post("/project/pause", { resume: ["sign_ups"] }),
    }),
    "it is paused again": () => ({
      path: "/project/pause",
      body: { resume: ["sign_ups"] },
      undo: () => api.post("/project/pause", { pause: ["sign_ups"] }),
    }),
  },
  "PUT /block-list": {
    "it is changed": () => ({
      path: "/block-list",
      body: { entries: ["one.example"] },
      undo: () => api.call("PUT", "/block-list", { body: { entries: [] } }),
    }),
  },
});
