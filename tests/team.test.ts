import { describe, expect, test } from "vitest";
import { issueInvitation } from "@/core/staff/invitations";
import { apiWith } from "./harness/api";
import { anAddress, aProject, aStaff, signedIn } from "./harness/factories";
import { thePassword } from "./harness/staff";
import { aWorld } from "./harness/world";

const { ctx } = await aWorld();
const api = apiWith(null);

describe("the team", () => {
  test("is managed by admins and up, on the very next request after a change", async () => {
    const owner = await signedIn(ctx, { role: "owner" });
    const ada = await aStaff(ctx, { role: "member" });
    const cookie = await signedIn(ctx, ada);
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
  ])("somebody %s is signed out on their next request", async (_, asked) => {
    const owner = await signedIn(ctx, { role: "owner" });
    const ada = await aStaff(ctx, { role: "owner" });
    const cookie = await signedIn(ctx, ada);
    expect(await api.get("/project", { cookie })).toMatchObject({ status: 200 });
    const [method, path, ask] = asked(ada.id);
    expect(await api.call(method, path, { ...ask, cookie: owner })).toMatchObject({ status: 200, data: { id: ada.id } });
    expect(await api.get("/project", { cookie })).toMatchObject({ status: 401, error: "not_signed_in" });
    expect(await api.post("/session", { email: ada.email, password: thePassword })).toMatchObject({ error: "wrong_credentials" });
  });

  test("keeps its last owner, and says so", async () => {
    const { ctx: own } = await aProject(ctx);
    const grace = await aStaff(own, { role: "owner" });
    const cookie = await signedIn(own, grace);
    expect(await api.call("DELETE", `/team/${grace.id}`, { cookie })).toMatchObject({ status: 409, error: "last_owner" });
    expect(await api.call("PATCH", `/team/${grace.id}`, { cookie, body: { disabled: true } })).toMatchObject({ error: "last_owner" });
  });

  test("refuses an id that is none and a role that is none, by field", async () => {
    const cookie = await signedIn(ctx, { role: "owner" });
    const { id } = await aStaff(ctx);
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
  test("goes from the invitation to a signed-in member, with the cookie's own session", async () => {
    const { ctx: own } = { ctx };
    const cookie = await signedIn(own, { role: "admin", name: "Grace" });
    const email = anAddress();
    const { data: invitation } = await api.post("/team/invitations", { email: email.toUpperCase(), role: "member" }, { cookie });
    expect(invitation).toMatchObject({ email, role: "member", invitedBy: "Grace" });
    expect((await api.get("/team/invitations", { cookie })).data).toContainEqual(invitation);
    await api.post(`/team/invitations/${invitation.id}/resend`, undefined, { cookie });
    const issued = await issueInvitation(own, invitation.id);

    const accepted = await api.post("/invitation/accept", { token: issued?.token, name: " Alan Turing ", password: thePassword });
    expect(accepted).toMatchObject({ status: 200, data: { staff: { email, name: "Alan Turing", role: "member" } } });
    const set = accepted.headers.get("set-cookie") ?? "";
    expect(set).toMatch(/HttpOnly.*SameSite=Lax/i);
    const theirs = set.split(";")[0] ?? "";
    expect(await api.get("/session", { cookie: theirs })).toMatchObject({ data: { staff: { email } } });
    expect(await api.post("/invitation/accept", { token: issued?.token, name: "Alan", password: thePassword })).toMatchObject({
      status: 410,
      error: "link_not_valid",
    });
    expect(await api.post("/team/invitations", { email, role: "viewer" }, { cookie })).toMatchObject({
      status: 409,
      error: "staff_exists",
    });
  });

  test("sets no cookie where it is refused, and takes no short password", async () => {
    const refused = await api.post("/invitation/accept", { token: "0".repeat(64), name: "Alan", password: thePassword });
    expect(refused).toMatchObject({ error: "link_not_valid" });
    expect(refused.headers.get("set-cookie")).toBeNull();
    expect(await api.post("/invitation/accept", { token: "0", name: "Alan", password: "short" })).toMatchObject({
      error: "invalid_input",
      fields: { password: [expect.any(String)] },
    });
  });

  test("that is revoked is gone", async () => {
    const cookie = await signedIn(ctx, { role: "admin" });
    const { data } = await api.post("/team/invitations", { email: anAddress(), role: "viewer" }, { cookie });
    expect(await api.call("DELETE", `/team/invitations/${data.id}`, { cookie })).toMatchObject({ status: 200, data: { id: data.id } });
    expect(await api.call("DELETE", `/team/invitations/${data.id}`, { cookie })).toMatchObject({ error: "invitation_not_found" });
    expect(await api.post(`/team/invitations/${data.id}/resend`, undefined, { cookie })).toMatchObject({ error: "invitation_not_found" });
  });
});
