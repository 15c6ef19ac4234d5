import { describe, expect, test } from "vitest";
import { createInvitationLink } from "@/core/staff/invitations";
import { apiClient } from "./harness/api";
import { createCookie, insertProject, insertStaff, uniqueEmail } from "./harness/factories";
import { testPassword } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();
const api = apiClient(null);

describe("the team", () => {
  test("can be managed by admins and owners, and changes apply from the next request", async () => {
    const owner = await createCookie(ctx, { role: "owner" });
    const ada = await insertStaff(ctx, { role: "member" });
    const cookie = await createCookie(ctx, ada);
    expect(await api.get("/team", { cookie })).toMatchObject({ status: 403, error: "role_required" });
    expect(await api.call("PATCH", `/team/${ada.id}`, { cookie: owner, body: { role: "admin" } })).toMatchObject({
      data: { role: "admin" },
    });
    expect(await api.get("/team", { cookie })).toMatchObject({ status: 200 });
    expect(await api.call("PATCH", `/team/${ada.id}`, { cookie: owner, body: { role: "viewer" } })).toMatchObject({ status: 200 });
    expect(await api.get("/team", { cookie })).toMatchObject({ error: "role_required" });
    expect(await api.get("/project", { cookie })).toMatchObject({ status: 200 });
  });

  test.each<[string, (id: string) => Parameters<typeof api.call>]>([
    ["disabled", (id) => ["PATCH", `/team/${id}`, { body: { disabled: true } }]],
    ["removed", (id) => ["DELETE", `/team/${id}`]],
  ])("a %s team member is signed out on their next request", async (_, createRequest) => {
    const owner = await createCookie(ctx, { role: "owner" });
    const ada = await insertStaff(ctx, { role: "owner" });
    const cookie = await createCookie(ctx, ada);
    expect(await api.get("/project", { cookie })).toMatchObject({ status: 200 });
    const [method, path, options] = createRequest(ada.id);
    expect(await api.call(method, path, { ...options, cookie: owner })).toMatchObject({ status: 200, data: { id: ada.id } });
    expect(await api.get("/project", { cookie })).toMatchObject({ status: 401, error: "not_signed_in" });
    expect(await api.post("/session", { email: ada.email, password: testPassword })).toMatchObject({ error: "invalid_credentials" });
  });

  test("keeps its last owner", async () => {
    const { ctx: own } = await insertProject(ctx);
    const grace = await insertStaff(own, { role: "owner" });
    const cookie = await createCookie(own, grace);
    expect(await api.call("DELETE", `/team/${grace.id}`, { cookie })).toMatchObject({ status: 409, error: "last_owner" });
    expect(await api.call("PATCH", `/team/${grace.id}`, { cookie, body: { disabled: true } })).toMatchObject({ error: "last_owner" });
  });

  test("rejects invalid IDs and roles by field", async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    const { id } = await insertStaff(ctx);
    expect(await api.call("DELETE", "/team/me", { cookie })).toMatchObject({
      error: "invalid_input",
      fields: { id: [expect.any(String)] },
    });
    expect(await api.call("PATCH", `/team/${id}`, { cookie, body: { role: "root" } })).toMatchObject({
      fields: { role: [expect.any(String)] },
    });
  });
});

describe("an invitation", () => {
  test("leads to a signed-in team member", async () => {
    const { ctx: own } = { ctx };
    const cookie = await createCookie(own, { role: "admin", name: "Grace" });
    const email = uniqueEmail();
    const { data: invitation } = await api.post("/team/invitations", { email: email.toUpperCase(), role: "member" }, { cookie });
    expect(invitation).toMatchObject({ email, role: "member", invitedBy: "Grace" });
    expect((await api.get("/team/invitations", { cookie })).data).toContainEqual(invitation);
    await api.post(`/team/invitations/${invitation.id}/resend`, undefined, { cookie });
    const link = await createInvitationLink(own, invitation.id);

    const accepted = await api.post("/invitation/accept", { accountToken: link?.token, name: " Alan Turing ", password: testPassword });
    expect(accepted).toMatchObject({ status: 200, data: { staff: { email, name: "Alan Turing", role: "member" } } });
    const set = accepted.headers.get("set-cookie") ?? "";
    expect(set).toMatch(/HttpOnly.*SameSite=Lax/i);
    const theirs = set.split(";")[0] ?? "";
    expect(await api.get("/session", { cookie: theirs })).toMatchObject({ data: { staff: { email } } });
    expect(await api.post("/invitation/accept", { token: link?.token, name: "Alan", password: testPassword })).toMatchObject({
      status: 410,
      error: "link_not_valid",
    });
    expect(await api.post("/team/invitations", { email, role: "viewer" }, { cookie })).toMatchObject({
      status: 409,
      error: "staff_exists",
    });
  });

  test("sets no cookie after an error and rejects short passwords", async () => {
    const response = await api.post("/invitation/accept", { token: "0".repeat(64), name: "Alan", password: testPassword });
    expect(response).toMatchObject({ error: "link_not_valid" });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await api.post("/invitation/accept", { token: "0", name: "Alan", password: "short" })).toMatchObject({
      error: "invalid_input",
      fields: { password: [expect.any(String)] },
    });
  });

  test("doesn't work after it was revoked", async () => {
    const cookie = await createCookie(ctx, { role: "admin" });
    const { data } = await api.post("/team/invitations", { email: uniqueEmail(), role: "viewer" }, { cookie });
    expect(await api.call("DELETE", `/team/invitations/${data.id}`, { cookie })).toMatchObject({ status: 200, data: { id: data.id } });
    expect(await api.call("DELETE", `/team/invitations/${data.id}`, { cookie })).toMatchObject({ error: "invitation_not_found" });
    expect(await api.post(`/team/invitations/${data.id}/resend`, undefined, { cookie })).toMatchObject({ error: "invitation_not_found" });
  });
});
