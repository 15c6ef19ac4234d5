import { uniqueEmail, uniqueId } from "../harness/factories";
import type { Cases, Tools } from "./tools";

/** Writes that only staff can do. */
export const staffCases = ({ callAsOwner }: Tools): Cases => ({
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
