import { sql } from "drizzle-orm";
import { insertCode, insertLead, insertLeads, uniqueEmail, uniqueId } from "../harness/factories";
import type { Cases, Tools } from "./tools";

/** Writes about leads. */
export const leadCases = ({
  ctx,
  db,
  api,
  waitingLead,
  patchCode,
  patchLead,
  deleteCode,
  deleteLead,
  bulkLeads,
  cancelSend,
  restore,
  invitedLead,
}: Tools): Cases => ({
  "POST /leads/create": {
    "the lead is deleted": () => {
      const email = uniqueEmail();
      return { path: "/leads/create", body: { email }, undo: () => deleteLead(email) };
    },
    "the lead is deleted and created again": () => {
      const email = uniqueEmail();
      const undo = async () => [await deleteLead(email), await api.post("/leads/create", { email })];
      return { path: "/leads/create", body: { email }, undo };
    },
    "the lead is removed from the waitlist": () => {
      const email = uniqueEmail();
      return { path: "/leads/create", body: { email, waitlist: true }, undo: () => patchLead(email, { waitlist: false }) };
    },
    "the lead moves to the bin": () => {
      const email = uniqueEmail();
      return { path: "/leads/create", body: { email }, undo: () => bulkLeads("delete", [email], { bin: true }) };
    },
    "a lead that existed gets another name again": async () => {
      const email = await insertLead(ctx);
      const body = { email, firstname: "Ada", onConflict: "update" };
      return { path: "/leads/create", body, undo: () => patchLead(email, { firstname: "Grace" }) };
    },
    "a lead that existed loses a tag again": async () => {
      const email = await insertLead(ctx);
      const body = { email, tags: ["vip"], onConflict: "update" };
      return { path: "/leads/create", body, undo: () => patchLead(email, { removeTags: ["vip"] }) };
    },
    "a lead that existed loses its external ID again": async () => {
      const email = await insertLead(ctx);
      const body = { email, externalId: uniqueId(), onConflict: "update" };
      return { path: "/leads/create", body, undo: () => patchLead(email, { externalId: null }) };
    },
    "a lead that existed leaves the waitlist again": async () => {
      const email = await insertLead(ctx);
      const body = { email, waitlist: true, onConflict: "waitlist" };
      return { path: "/leads/create", body, undo: () => bulkLeads("leave_waitlist", [email]) };
    },
  },
  "POST /leads/batch": {
    ...Object.fromEntries(
      (
        [
          ["a lead is deleted", { firstname: "Ada" }, deleteLead],
          ["a lead leaves the waitlist", { waitlist: true }, (email) => bulkLeads("leave_waitlist", [email])],
          ["a suppression is removed", { unsubscribed: true }, (email) => api.call("DELETE", `/suppressions/${email}`)],
          ["a lead moves to the bin", {}, (email) => bulkLeads("delete", [email], { bin: true })],
        ] as [string, object, (email: string) => Promise<unknown>][]
      ).map(([name, lead, undo]) => [
        name,
        () => {
          const email = uniqueEmail();
          return { path: "/leads/batch", body: { leads: [{ email: uniqueEmail() }, { email, ...lead }] }, undo: () => undo(email) };
        },
      ]),
    ),
    "a lead that existed gets another name again": async () => {
      const email = await insertLead(ctx);
      const body = { leads: [{ email, firstname: "Ada" }], onConflict: "update" };
      return { path: "/leads/batch", body, undo: () => patchLead(email, { firstname: "Grace" }) };
    },
    ...Object.fromEntries(
      [{ metadata: { plan: null } }, { externalId: null }].map((change) => [
        `a lead that existed gets ${JSON.stringify(change)} again`,
        async () => {
          const email = await insertLead(ctx);
          const body = { leads: [{ email, metadata: { plan: "pro" }, externalId: uniqueId() }], onConflict: "update" };
          return { path: "/leads/batch", body, undo: () => patchLead(email, change) };
        },
      ]),
    ),
  },
  "PATCH /leads/email/:email": {
    "a key of its metadata is changed again": async () => {
      const email = await insertLead(ctx);
      const path = `/leads/email/${email}`;
      return { path, body: { metadata: { plan: "pro", seats: null } }, undo: () => patchLead(email, { metadata: { plan: "free" } }) };
    },
    "its external ID is removed again": async () => {
      const email = await insertLead(ctx);
      return { path: `/leads/email/${email}`, body: { externalId: uniqueId() }, undo: () => patchLead(email, { externalId: null }) };
    },
    "a name is changed again": async () => {
      const email = await insertLead(ctx);
      return { path: `/leads/email/${email}`, body: { firstname: "Ada" }, undo: () => patchLead(email, { firstname: null }) };
    },
    "they leave the waitlist": async () => {
      const email = await insertLead(ctx);
      return { path: `/leads/email/${email}`, body: { waitlist: true }, undo: () => bulkLeads("leave_waitlist", [email]) };
    },
    "they join the waitlist": async () => {
      const email = await waitingLead();
      return { path: `/leads/email/${email}`, body: { waitlist: false }, undo: () => bulkLeads("join_waitlist", [email]) };
    },
    "the tags are changed": async () => {
      const email = await insertLead(ctx);
      return { path: `/leads/email/${email}`, body: { tags: ["vip"] }, undo: () => patchLead(email, { tags: [] }) };
    },
  },
  "POST /leads/change-email": {
    "another change is requested": async () => {
      const email = await insertLead(ctx);
      const undo = () => api.post("/leads/change-email", { email, newEmail: uniqueEmail() });
      return { path: "/leads/change-email", body: { email, newEmail: uniqueEmail() }, undo };
    },
  },
  "POST /leads/delete": {
    "the lead is created again": async () => {
      const email = await insertLead(ctx);
      return { path: "/leads/delete", body: { email }, undo: () => api.post("/leads/create", { email }) };
    },
  },
  "POST /leads/bulk": {
    ...Object.fromEntries(
      (
        [
          ["join_waitlist", "leave_waitlist", {}],
          ["leave_waitlist", "join_waitlist", {}],
          ["add_tags", "remove_tags", { tags: ["vip"] }],
          ["remove_tags", "add_tags", { tags: ["vip"] }],
          ["join_waitlist", "delete", {}],
        ] as const
      ).map(([action, opposite, input]) => [
        `${action} is followed by ${opposite}`,
        async () => {
          const emails = await insertLeads(ctx, 2, { onWaitlist: action === "leave_waitlist" });
          return { path: "/leads/bulk", body: { action, emails, ...input }, undo: () => bulkLeads(opposite, emails.slice(1), input) };
        },
      ]),
    ),
    "they are removed from the waitlist after they were put back in line": async () => {
      const { email } = await invitedLead();
      const body = { action: "return_to_waitlist", emails: [email] };
      return { path: "/leads/bulk", body, undo: () => bulkLeads("leave_waitlist", [email]) };
    },
    "they are put back in line after their invitation was reissued": async () => {
      const { email, code } = await invitedLead();
      await patchCode(code, { paused: true });
      const body = { action: "reissue_invitation", emails: [email] };
      return { path: "/leads/bulk", body, undo: () => bulkLeads("return_to_waitlist", [email]) };
    },
    "they are held again": async () => {
      const email = await insertLead(ctx, { status: "held" });
      const undo = () => db.execute(sql`update leads set status = 'held' where email = ${email}`);
      return { path: "/leads/bulk", body: { action: "approve", emails: [email] }, undo };
    },
    "deleted leads are restored": async () => ({
      path: "/leads/bulk",
      body: { action: "delete", emails: [await insertLead(ctx)], bin: true },
      undo: ({ id }) => restore(id),
    }),
  },
  "POST /leads/email/:email/invites": {
    "a code is deleted": async () => {
      await db.execute(sql`update projects set invite_quota = 2 where id = ${ctx.projectId}`);
      const email = uniqueEmail();
      await insertCode(ctx, { claimedBy: [email] });
      return { path: `/leads/email/${email}/invites`, undo: ({ codes }) => deleteCode(codes[0].code) };
    },
  },
  "POST /leads/email/:email/branch/revoke": {
    "the codes are restored": async () => {
      await db.execute(sql`update projects set invite_quota = 2 where id = ${ctx.projectId}`);
      const email = uniqueEmail();
      await insertCode(ctx, { claimedBy: [email] });
      await api.post(`/leads/email/${email}/invites`);
      return { path: `/leads/email/${email}/branch/revoke`, undo: ({ id }) => restore(id) };
    },
  },
  "POST /leads/invite": {
    "the send is canceled": async () => ({
      path: "/leads/invite",
      body: { emails: [await waitingLead()] },
      undo: ({ sendId }) => cancelSend(sendId),
    }),
    "they are put back in line": async () => {
      const email = await waitingLead();
      return { path: "/leads/invite", body: { emails: [email] }, undo: () => bulkLeads("return_to_waitlist", [email]) };
    },
    "the batch is deleted": async () => ({
      path: "/leads/invite",
      body: { emails: [await waitingLead()] },
      undo: ({ batch }) => api.call("DELETE", `/batches/${batch.id}`),
    }),
    "the lead is deleted": async () => {
      const email = await waitingLead();
      return { path: "/leads/invite", body: { emails: [email] }, undo: () => deleteLead(email) };
    },
  },
  "POST /waitlist/move": {
    "the lead is moved again": async () => {
      await insertLeads(ctx, 2, { onWaitlist: true });
      const email = await waitingLead();
      const move = (position: number) => ({ email, position });
      return { path: "/waitlist/move", body: move(1), undo: () => api.post("/waitlist/move", move(2)) };
    },
    "the lead leaves the waitlist": async () => {
      const email = await waitingLead();
      return { path: "/waitlist/move", body: { email, position: 1 }, undo: () => patchLead(email, { waitlist: false }) };
    },
  },
  "POST /suppressions": {
    "it is removed": () => {
      const email = uniqueEmail();
      return { path: "/suppressions", body: { email }, undo: () => api.call("DELETE", `/suppressions/${email}`) };
    },
    "it gets another reason": () => {
      const email = uniqueEmail();
      const undo = () => api.call("PATCH", `/suppressions/${email}`, { body: { reason: "complained" } });
      return { path: "/suppressions", body: { email }, undo };
    },
  },
  "PATCH /suppressions/:email": {
    "it is removed": async () => {
      const email = await insertLead(ctx, { suppressed: true });
      return { path: `/suppressions/${email}`, body: { note: "A" }, undo: () => api.call("DELETE", `/suppressions/${email}`) };
    },
  },
  "DELETE /suppressions/:email": {
    "it is added again": async () => {
      const email = await insertLead(ctx, { suppressed: true });
      return { path: `/suppressions/${email}`, undo: () => api.post("/suppressions", { email }) };
    },
  },
});
