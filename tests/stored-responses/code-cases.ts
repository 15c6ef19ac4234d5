import { sql } from "drizzle-orm";
import { normalizeCode } from "@/contract/normalize";
import { insertCode, secondsFromNow, uniqueEmail, uniqueId } from "../harness/factories";
import type { Cases, Tools } from "./tools";

/** Writes about codes and claims. */
export const codeCases = ({ ctx, db, api, patchCode, deleteCode, bulkCodes, cancelJob, restore, invitedLead }: Tools): Cases => ({
  "POST /codes/generate": {
    "a code is deleted": () => ({
      path: "/codes/generate",
      body: { amount: 2 },
      undo: (codes) => deleteCode(codes[1].code),
    }),
    "the batch is deleted": () => ({
      path: "/codes/generate",
      body: { amount: 1 },
      undo: ([{ batch }]) => api.call("DELETE", `/batches/${batch.id}`),
    }),
    "a code of a long list is deleted": () => ({
      path: "/codes/generate",
      body: { amount: 1500 },
      undo: (codes) => bulkCodes("delete", [codes[1400].code], { bin: true }),
    }),
    "a code gets other words": () => ({
      path: "/codes/generate",
      body: { amount: 1 },
      undo: ([{ code }]) => api.post(`/codes/${code}/new-words`),
    }),
  },
  "POST /codes/import": {
    "a code is deleted": () => {
      const code = `own${uniqueId()}zz`;
      return {
        path: "/codes/import?allowEasyToGuess=true",
        body: `code\n${code}\n`,
        headers: { "content-type": "text/csv" },
        undo: () => deleteCode(code),
      };
    },
  },
  "PATCH /codes/:code": {
    "it is resumed": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { paused: true }, undo: () => patchCode(code, { paused: false }) };
    },
    "it is paused again": async () => {
      const code = await insertCode(ctx, { paused: true });
      return { path: `/codes/${code}`, body: { paused: false }, undo: () => bulkCodes("pause", [code]) };
    },
    "the reservation is removed": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { reservedFor: uniqueEmail() }, undo: () => patchCode(code, { reservedFor: null }) };
    },
    "it gets another end": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { validUntil: secondsFromNow(90) }, undo: () => patchCode(code, { validUntil: null }) };
    },
    "it gets another number of claims": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { allowedClaims: 5 }, undo: () => patchCode(code, { allowedClaims: 1 }) };
    },
    "the tag is removed": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { addTags: ["vip"] }, undo: () => bulkCodes("remove_tags", [code], { tags: ["vip"] }) };
    },
    "a key of its metadata is removed again": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { metadata: { plan: "pro" } }, undo: () => patchCode(code, { metadata: { plan: null } }) };
    },
    "it gets another external ID": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { externalId: uniqueId() }, undo: () => patchCode(code, { externalId: uniqueId() }) };
    },
    "it is deleted": async () => {
      const code = await insertCode(ctx);
      return { path: `/codes/${code}`, body: { allowedClaims: 5 }, undo: () => deleteCode(code) };
    },
  },
  "POST /codes/:code/new-words": {
    "the words are replaced again": async () => {
      const { data } = await api.post("/codes/generate", { amount: 1 });
      return { path: `/codes/${data[0].code}/new-words`, undo: ({ code }) => api.post(`/codes/${code}/new-words`) };
    },
  },
  "POST /codes/delete": {
    "the same code is created": async () => {
      const code = await insertCode(ctx, { text: `own${uniqueId()}zz` });
      return { path: "/codes/delete", body: { code }, undo: () => api.post("/codes/generate", { code, allowEasyToGuess: true }) };
    },
  },
  "POST /codes/bulk": {
    ...Object.fromEntries(
      (
        [
          ["pause", "resume", {}, {}],
          ["resume", "pause", {}, {}],
          ["extend", "extend", { allowedClaims: 9 }, { allowedClaims: 1 }],
          ["add_tags", "remove_tags", { tags: ["vip"] }, { tags: ["vip"] }],
          ["remove_tags", "add_tags", { tags: ["vip"] }, { tags: ["vip"] }],
          ["pause", "delete", {}, {}],
        ] as const
      ).map(([action, opposite, input, oppositeInput]) => [
        `${action} is followed by ${opposite}`,
        async () => {
          const codes = [await insertCode(ctx, { paused: action === "resume" }), await insertCode(ctx, { paused: action === "resume" })];
          return {
            path: "/codes/bulk",
            body: { action, codes, ...input },
            undo: () => bulkCodes(opposite, codes.slice(1), oppositeInput),
          };
        },
      ]),
    ),
    "deleted codes are restored": async () => ({
      path: "/codes/bulk",
      body: { action: "delete", codes: [await insertCode(ctx)], bin: true },
      undo: ({ id }) => restore(id),
    }),
    "deleted codes that a filter selected are restored": async () => ({
      path: "/codes/bulk",
      body: { action: "delete", filter: { q: await insertCode(ctx) }, bin: true },
      undo: ({ id }) => restore(id),
    }),
    "the job is canceled": async () => ({
      path: "/codes/bulk",
      body: { action: "pause", filter: { batch: (await api.post("/codes/generate", { amount: 600 })).data[0].batch.id } },
      undo: ({ id }) => cancelJob(id),
    }),
  },
  "POST /codes/:code/branch/revoke": {
    "the code is restored": async () => ({ path: `/codes/${await insertCode(ctx)}/branch/revoke`, undo: ({ id }) => restore(id) }),
  },
  "POST /codes/decline": {
    "the lead is invited with the code again": async () => {
      const { email, code } = await invitedLead();
      return {
        path: "/codes/decline",
        body: { code, email },
        undo: () =>
          db.execute(
            sql`update lead_invitations set outcome = null, ended_at = null where code_key = ${normalizeCode(code)} and email = ${email}`,
          ),
      };
    },
  },
  "POST /codes/hold": {
    "the hold is released": async () => {
      const body = { code: await insertCode(ctx), email: uniqueEmail() };
      return { path: "/codes/hold", body, undo: () => api.post("/codes/release-hold", body) };
    },
    "the code is claimed with it": async () => {
      const body = { code: await insertCode(ctx), email: uniqueEmail() };
      return { path: "/codes/hold", body, undo: () => api.post("/codes/claim", body) };
    },
    "the claim that needs no hold is revoked": async () => {
      const email = uniqueEmail();
      const body = { code: await insertCode(ctx, { claimedBy: [email] }), email };
      return { path: "/codes/hold", body, undo: () => api.post("/claims/revoke", body) };
    },
  },
  "POST /codes/release-hold": {
    "the same person holds the code again": async () => {
      const body = { code: await insertCode(ctx), email: uniqueEmail() };
      await api.post("/codes/hold", body);
      return { path: "/codes/release-hold", body, undo: () => api.post("/codes/hold", body) };
    },
  },
  "POST /claims/revoke": {
    "the code is claimed again": async () => {
      const email = uniqueEmail();
      const code = await insertCode(ctx, { claimedBy: [email] });
      return { path: "/claims/revoke", body: { code, email }, undo: () => api.post("/codes/claim", { code, email }) };
    },
  },
  "POST /codes/claim": {
    "the claim is revoked": async () => {
      const body = { code: await insertCode(ctx), email: uniqueEmail() };
      return { path: "/codes/claim", body, undo: () => api.post("/claims/revoke", body) };
    },
  },
  "POST /claims/exchange": {
    "the claim is revoked": async () => {
      const body = { code: await insertCode(ctx), email: uniqueEmail() };
      const { data } = await api.post("/codes/claim", body);
      return { path: "/claims/exchange", body: { token: data.token }, undo: () => api.post("/claims/revoke", body) };
    },
  },
});
