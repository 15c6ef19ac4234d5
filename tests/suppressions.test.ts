import { describe, expect, test } from "vitest";
import { apiClient, callRoute } from "./harness/api";
import { insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { followPages } from "./harness/follow-pages";
import { createTestApp } from "./harness/test-app";

const { ctx, publicKey } = await createTestApp();
const { ctx: projectCtx, secretKey } = await insertProject(ctx);
const api = apiClient(secretKey);
const add = (email: string, options: object = {}) => api.post("/suppressions", { email, ...options });

describe("the suppressions API", () => {
  test("accepts any spelling of an email", async () => {
    const email = await insertLead(projectCtx);
    const path = `/suppressions/${encodeURIComponent(` ${email.toUpperCase()} `)}`;
    expect((await add(` ${email.toUpperCase()} `, { note: "By letter." })).data).toEqual({
      email,
      reason: "staff",
      note: "By letter.",
      isLead: true,
      createdAt: expect.any(String),
    });
    expect((await api.call("PATCH", path, { body: { reason: "complained" } })).data).toMatchObject({
      reason: "complained",
      note: "By letter.",
    });
    expect((await api.get(`/suppressions?email=${encodeURIComponent(email)}`)).data).toHaveLength(1);
    expect((await api.call("DELETE", path)).data).toMatchObject({ email, reason: "complained" });
    expect(await api.call("DELETE", path)).toMatchObject({ status: 404, error: "suppression_not_found" });
    expect(await api.call("PATCH", path, { body: { note: "" } })).toMatchObject({ status: 404, error: "suppression_not_found" });
  });

  test("filters by text, email and reason, counts, and pages in either order", async () => {
    const { ctx: otherCtx, secretKey: key } = await insertProject(ctx);
    const projectApi = apiClient(key);
    const emails: string[] = [];
    for (const reason of ["staff", "bounced", "bounced", "unsubscribed"]) {
      const email = `${reason}.${emails.length}_${uniqueEmail()}`;
      emails.push((await projectApi.post("/suppressions", { email, reason })).data.email);
    }
    const getEmails = (rows: Record<string, unknown>[]) => rows.map(({ email }) => email);
    const { rows, totals } = await followPages(projectApi, "/suppressions?limit=1");
    expect(getEmails(rows)).toEqual([...emails].reverse());
    expect(totals[0]).toBe(4);
    expect(getEmails((await followPages(projectApi, "/suppressions?limit=3&order=asc")).rows)).toEqual(emails);
    expect(getEmails((await projectApi.get("/suppressions?reason=bounced")).data)).toEqual([emails[2], emails[1]]);
    expect(getEmails((await projectApi.get("/suppressions?q=UNSUB")).data)).toEqual([emails[3]]);
    expect(getEmails((await projectApi.get("/suppressions?q=0_lead&reason=staff")).data)).toEqual([emails[0]]);
    // A search needs a letter or a digit.
    for (const q of ["_", "%25"]) expect((await projectApi.get(`/suppressions?q=${q}`)).data).toEqual([]);
    expect((await insertLead(otherCtx)) && (await projectApi.get(`/suppressions?email=${encodeURIComponent(uniqueEmail())}`)).data).toEqual(
      [],
    );
  });

  test("exports the same rows as CSV", async () => {
    await add("=cmd@example.org");
    const text = await (await callRoute("GET", "/suppressions?format=csv&q=cmd", { key: secretKey })).text();
    expect(text.split("\r\n").slice(0, 2)).toEqual([
      "Email,Reason,Note,Lead,Created",
      expect.stringMatching(/^'=cmd@example\.org,staff,,(false|no),/i),
    ]);
  });

  test("never returns suppressions of another project", async () => {
    const email = uniqueEmail();
    await add(email);
    const other = apiClient((await insertProject(ctx)).secretKey);
    expect((await other.get("/suppressions")).data).toEqual([]);
    expect(await other.call("DELETE", `/suppressions/${email}`)).toMatchObject({ error: "suppression_not_found" });
  });

  test("makes sends skip suppressed leads", async () => {
    const [email, other] = [await insertLead(projectCtx), await insertLead(projectCtx)];
    await add(email);
    const [code] = (await api.post("/codes/generate", { amount: 1 })).data;
    const { data } = await api.post("/codes/send", { code: code.code, emails: [email, other] });
    expect(data).toMatchObject({ notifiedLeads: 1, skipped: [{ email, reason: "suppressed" }] });
  });

  test("rejects the public key", async () => {
    const email = uniqueEmail();
    const calls = [
      ["POST", "/suppressions", { email }],
      ["PATCH", `/suppressions/${email}`, { note: "By letter." }],
      ["DELETE", `/suppressions/${email}`, undefined],
    ] as const;
    for (const [method, path, body] of calls)
      expect(await api.call(method, path, { key: publicKey, body })).toMatchObject({ error: "secret_key_required" });
    expect(await api.get("/suppressions", { key: publicKey })).toMatchObject({ error: "secret_key_required" });
  });
});
