import { describe, expect, test } from "vitest";
import { apiClient, callRoute } from "./harness/api";
import { insertLead, uniqueEmail, insertProject } from "./harness/factories";
import { followPages } from "./harness/follow-pages";
import { createTestApp } from "./harness/test-app";

const { ctx, publicKey } = await createTestApp();
const { ctx: own, secretKey } = await insertProject(ctx);
const api = apiClient(secretKey);
const add = (email: string, more: object = {}) => api.post("/suppressions", { email, ...more });

describe("the suppression list", () => {
  test("is read and written by the API, in any spelling of an address", async () => {
    const email = await insertLead(own);
    expect((await add(` ${email.toUpperCase()} `, { note: "By letter." })).data).toEqual({
      email,
      reason: "staff",
      note: "By letter.",
      isLead: true,
      createdAt: expect.any(String),
    });
    expect((await api.post("/suppressions/change", { email, reason: "complained" })).data).toMatchObject({
      reason: "complained",
      note: "By letter.",
    });
    expect((await api.get(`/suppressions?email=${encodeURIComponent(email)}`)).data).toHaveLength(1);
    expect((await api.post("/suppressions/remove", { email })).data).toMatchObject({ email, reason: "complained" });
    expect(await api.post("/suppressions/remove", { email })).toMatchObject({ status: 404, error: "suppression_not_found" });
    expect(await api.post("/suppressions/change", { email, note: "" })).toMatchObject({ status: 404, error: "suppression_not_found" });
  });

  test("is narrowed by text, address and reason, counted, and walked newest first either way round", async () => {
    const { ctx: fresh, secretKey: key } = await insertProject(ctx);
    const by = apiClient(key);
    const made: string[] = [];
    for (const reason of ["staff", "bounced", "bounced", "unsubscribed"]) {
      const email = `${reason}.${made.length}_${uniqueEmail()}`;
      made.push((await by.post("/suppressions", { email, reason })).data.email);
    }
    const emailsOf = (rows: Record<string, unknown>[]) => rows.map(({ email }) => email);
    const { rows, totals } = await followPages(by, "/suppressions?limit=1");
    expect(emailsOf(rows)).toEqual([...made].reverse());
    expect(totals[0]).toBe(4);
    expect(emailsOf((await followPages(by, "/suppressions?limit=3&order=asc")).rows)).toEqual(made);
    expect(emailsOf((await by.get("/suppressions?reason=bounced")).data)).toEqual([made[2], made[1]]);
    expect(emailsOf((await by.get("/suppressions?q=UNSUB")).data)).toEqual([made[3]]);
    expect(emailsOf((await by.get("/suppressions?q=_&reason=staff")).data)).toEqual([made[0]]);
    expect((await by.get("/suppressions?q=%25")).data).toEqual([]);
    expect((await insertLead(fresh)) && (await by.get(`/suppressions?email=${encodeURIComponent(uniqueEmail())}`)).data).toEqual([]);
  });

  test("is a file with the same rows", async () => {
    await add("=cmd@example.org");
    const text = await (await callRoute("GET", "/suppressions?format=csv&q=cmd", { key: secretKey })).text();
    expect(text.split("\r\n").slice(0, 2)).toEqual([
      "Address,Reason,Note,Lead,Since",
      expect.stringMatching(/^'=cmd@example\.org,staff,,(false|no),/i),
    ]);
  });

  test("is of one project alone", async () => {
    const email = uniqueEmail();
    await add(email);
    const other = apiClient((await insertProject(ctx)).secretKey);
    expect((await other.get("/suppressions")).data).toEqual([]);
    expect(await other.post("/suppressions/remove", { email })).toMatchObject({ error: "suppression_not_found" });
  });

  test("keeps mail from whoever stands on it, and the send says so", async () => {
    const [email, other] = [await insertLead(own), await insertLead(own)];
    await add(email);
    const [code] = (await api.post("/codes/generate", { amount: 1 })).data;
    const { data } = await api.post("/codes/send", { code: code.code, emails: [email, other] });
    expect(data).toMatchObject({ notifiedLeads: 1, skipped: [{ email, reason: "suppressed" }] });
  });

  test("is not for the public key", async () => {
    const body = { email: uniqueEmail() };
    for (const act of ["add", "change", "remove"])
      expect(await api.post(`/suppressions/${act}`, body, { key: publicKey })).toMatchObject({ error: "secret_key_required" });
    expect(await api.get("/suppressions", { key: publicKey })).toMatchObject({ error: "secret_key_required" });
  });
});
