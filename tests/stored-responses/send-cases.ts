import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { insertCode, insertLead, secondsFromNow } from "../harness/factories";
import type { Cases, Tools } from "./tools";

/** Writes about sends and waves. */
export const sendCases = ({ ctx, db, api, waitingLead, deleteCode, deleteLead, cancelSend, failedSend, recurringWave }: Tools): Cases => ({
  "POST /codes/send": {
    "the send is canceled": async () => ({
      path: "/codes/send",
      body: { code: await insertCode(ctx), emails: [await insertLead(ctx)] },
      undo: ({ sendId }) => cancelSend(sendId),
    }),
    "the code is deleted": async () => {
      const code = await insertCode(ctx);
      return { path: "/codes/send", body: { code, emails: [await insertLead(ctx)] }, undo: () => deleteCode(code) };
    },
    "the lead is deleted": async () => {
      const email = await insertLead(ctx);
      return { path: "/codes/send", body: { code: await insertCode(ctx), emails: [email] }, undo: () => deleteLead(email) };
    },
  },
  "POST /announcements": {
    "it is canceled": async () => ({
      path: "/announcements",
      body: { subject: "News", body: "Hello.", emails: [await insertLead(ctx)], scheduledAt: secondsFromNow(900) },
      undo: ({ sendId }) => cancelSend(sendId),
    }),
  },
  "POST /sends/:id/retry": {
    "it is canceled": async () => {
      const { id } = await failedSend();
      return { path: `/sends/${id}/retry`, body: {}, undo: () => cancelSend(id) };
    },
  },
  "POST /sends/:id/resend": {
    "the new send is canceled": async () => ({
      path: `/sends/${(await failedSend()).id}/resend`,
      undo: ({ sendId }) => cancelSend(sendId),
    }),
  },
  "POST /messages/resend": {
    "it is canceled": async () => {
      const email = await waitingLead();
      const undo = ({ id }: { id: string }) => db.execute(sql`update deliveries set status = 'canceled' where id = ${id}`);
      return { path: "/messages/resend", body: { email, kind: "joined" }, undo };
    },
  },
  "POST /deliveries/resume": {
    "it is paused because of refusals again": async () => {
      const pause = async () => {
        await db.execute(sql`update projects set paused = '{email}' where id = ${ctx.projectId}`);
        await db.execute(sql`insert into email_circuit_breakers (project_id, paused_at) values (${ctx.projectId}, now())
          on conflict (project_id) do update set paused_at = now(), resumed_at = null`);
      };
      await pause();
      return { path: "/deliveries/resume", undo: pause };
    },
  },
  "POST /waves": {
    "it is canceled": () => ({
      path: "/waves",
      body: { size: 1, scheduledAt: secondsFromNow(900) },
      undo: ({ id }) => api.post(`/waves/${id}/cancel`),
    }),
    "it is ended": () => ({
      path: "/waves",
      body: { size: 1, repeat: { time: "09:00", total: 5 } },
      undo: ({ id }) => api.post(`/waves/${id}/end`),
    }),
    "its emails are canceled": async () => {
      await waitingLead();
      return {
        path: "/waves",
        body: { size: 1 },
        undo: async () => {
          const sends = await queryRows<{ id: string }>(db, sql`select id from sends order by id desc limit 1`);
          await cancelSend(sends[0]?.id ?? "");
        },
      };
    },
  },
  "POST /waves/:id/pause": {
    "it is resumed": async () => {
      const id = await recurringWave();
      return { path: `/waves/${id}/pause`, body: {}, undo: () => api.post(`/waves/${id}/resume`) };
    },
  },
  "POST /waves/:id/resume": {
    "it is paused": async () => {
      const id = await recurringWave();
      await api.post(`/waves/${id}/pause`);
      return { path: `/waves/${id}/resume`, body: {}, undo: () => api.post(`/waves/${id}/pause`) };
    },
    "it is ended": async () => {
      const id = await recurringWave();
      await api.post(`/waves/${id}/pause`);
      return { path: `/waves/${id}/resume`, body: {}, undo: () => api.post(`/waves/${id}/end`) };
    },
  },
});
