import { uniqueEmail, uniqueId } from "../harness/factories";
import type { Cases, Tools } from "./tools";

function webhookCases(callAsOwner: Tools["callAsOwner"]): Cases {
  const url = "http://127.0.0.1/hooks";
  const create = async () => `/webhooks/${(await callAsOwner("POST", "/webhooks", { url })).data.id}`;
  const send = { missed: "send" };
  return {
    "POST /webhooks": {
      "it is deleted": () => ({ path: "/webhooks", body: { url }, undo: ({ id }) => callAsOwner("DELETE", `/webhooks/${id}`) }),
    },
    "PATCH /webhooks/:id": {
      "it gets other events": async () => {
        const path = await create();
        const body = { events: ["code.claimed"] };
        return { path, body, undo: () => callAsOwner("PATCH", path, { events: null }) };
      },
      "it is deleted": async () => {
        const path = await create();
        return { path, body: { description: "Shop" }, undo: () => callAsOwner("DELETE", path) };
      },
    },
    "POST /webhooks/:id/rotate-secret": {
      "it is rotated again": async () => {
        const path = `${await create()}/rotate-secret`;
        return { path, body: {}, undo: () => callAsOwner("POST", path, {}) };
      },
    },
    "POST /webhooks/:id/pause": {
      "it is resumed": async () => {
        const path = await create();
        return { path: `${path}/pause`, undo: () => callAsOwner("POST", `${path}/resume`, send) };
      },
    },
    "POST /webhooks/:id/resume": {
      "it is paused": async () => {
        const path = await create();
        await callAsOwner("POST", `${path}/pause`);
        return { path: `${path}/resume`, body: send, undo: () => callAsOwner("POST", `${path}/pause`) };
      },
    },
  };
}

/** Writes that only staff can do, and those of the scope `settings`. */
export const staffCases = ({ callAsOwner }: Tools): Cases => ({
  ...webhookCases(callAsOwner),
  "POST /keys": {
    "the key is revoked": () => ({
      path: "/keys",
      body: { kind: "secret_key", name: "Shop" },
      undo: ({ id }) => callAsOwner("DELETE", `/keys/${id}`),
    }),
  },
  "POST /keys/:id/rotate": {
    "the new key is revoked": async () => {
      const { data } = await callAsOwner("POST", "/keys", { kind: "secret_key", name: "Shop" });
      return { path: `/keys/${data.id}/rotate`, body: { overlapHours: 1 }, undo: ({ id }) => callAsOwner("DELETE", `/keys/${id}`) };
    },
  },
  "POST /views": {
    "it is deleted": () => ({
      path: "/views",
      body: { list: "leads", name: uniqueId(), filters: {} },
      undo: ({ id }) => callAsOwner("DELETE", `/views/${id}`),
    }),
  },
  "PATCH /views/:id": {
    "it gets another name": async () => {
      const { data } = await callAsOwner("POST", "/views", { list: "leads", name: uniqueId(), filters: {} });
      const path = `/views/${data.id}`;
      return { path, body: { name: uniqueId() }, undo: () => callAsOwner("PATCH", path, { name: uniqueId() }) };
    },
    "it is deleted": async () => {
      const { data } = await callAsOwner("POST", "/views", { list: "leads", name: uniqueId(), filters: {} });
      const path = `/views/${data.id}`;
      return { path, body: { name: uniqueId() }, undo: () => callAsOwner("DELETE", path) };
    },
  },
  "POST /team/invitations": {
    "it is revoked": () => ({
      path: "/team/invitations",
      body: { email: uniqueEmail(), role: "member" },
      undo: ({ id }) => callAsOwner("DELETE", `/team/invitations/${id}`),
    }),
    "another invitation replaces it": () => {
      const body = { email: uniqueEmail(), role: "member" };
      return { path: "/team/invitations", body, undo: () => callAsOwner("POST", "/team/invitations", { ...body, role: "viewer" }) };
    },
  },
  "POST /team/invitations/:id/resend": {
    "it is revoked": async () => {
      const { data } = await callAsOwner("POST", "/team/invitations", { email: uniqueEmail(), role: "member" });
      const path = `/team/invitations/${data.id}`;
      return { path: `${path}/resend`, undo: () => callAsOwner("DELETE", path) };
    },
  },
});
