import { describe, expect, test } from "vitest";
import { listVariables } from "@/contract/email-template-rules";
import { emailTemplateKinds, defaultEmailTemplates } from "@/contract/email-templates";
import { updateProject } from "@/core/projects/update";
import { sampleCodes } from "@/core/sends/preview-message";
import { renderLeadEmail } from "@/emails/render";
import { sampleLeadEmail } from "@/emails/sample-email";
import { removeLinks } from "@/server/email";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, insertProject, fingerprintDatabase } from "./harness/factories";
import { insertStaff, createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();
const cookie = await createCookie(ctx, { role: "viewer" });
const show = (query: Record<string, string>) => apiClient(null).get(`/sends/preview/email?${new URLSearchParams(query)}`, { cookie });
const personal = { ...sampleLeadEmail, kind: "invitation", text: defaultEmailTemplates.invitation, reserved: true } as const;
const asRendered = async (message: Parameters<typeof renderLeadEmail>[0]) => removeLinks((await renderLeadEmail(message)).html);

describe("the mail that is shown", () => {
  test("of a code is what the worker would send", async () => {
    const terms = { validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2027-01-01T00:00:00.000Z", allowedClaims: 2500 };
    const code = await insertCode(ctx, terms);
    const email = await insertLead(ctx, { firstname: "<b>Ada</b> & Söhne" });
    expect((await show({ code: code.toUpperCase(), email })).data).toBe(
      await asRendered({ ...sampleLeadEmail, ...terms, code, firstname: "<b>Ada</b> & Söhne" }),
    );
    expect((await show({ code })).data).toBe(await asRendered({ ...sampleLeadEmail, ...terms, code }));
    expect((await show({ code, email: "nobody@example.org" })).data).toBe(await asRendered({ ...sampleLeadEmail, ...terms, code }));
  });

  test("of a code that is reserved says so to whom it is reserved for", async () => {
    const email = await insertLead(ctx);
    const code = await insertCode(ctx, { reservedFor: email });
    const queries: Record<string, string>[] = [{ code }, { code, email }];
    for (const query of queries) expect((await show(query)).data).toBe(await asRendered({ ...sampleLeadEmail, code, reserved: true }));
  });

  test.each(Object.entries(sampleCodes))("of a personal code of the type %s names %s", async (type, code) => {
    expect((await show({ type })).data).toBe(await asRendered({ ...personal, code }));
    const terms = { allowedClaims: 3, validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2027-01-01T00:00:00.000Z" };
    expect((await show({ type, ...terms, allowedClaims: "3" })).data).toBe(await asRendered({ ...personal, code, ...terms }));
  });

  test("in one colouring is that whatever the browser has, and says the same words", async () => {
    const words = (html: string) => html.replace(/<meta [^>]*>|<style>.*?<\/style>/gs, "");
    const email = await insertLead(ctx, { firstname: "light dark (prefers-color-scheme: dark)" });
    const shown = async (query: Record<string, string>) => (await show({ email, ...query })).data as string;
    const [either, light, dark] = [await shown({}), await shown({ scheme: "light" }), await shown({ scheme: "dark" })];
    expect(either).toContain("@media (prefers-color-scheme: dark)");
    expect(dark).toContain("@media all {");
    expect(light).toContain("@media not all {");
    for (const [html, scheme] of [
      [light, "light"],
      [dark, "dark"],
    ] as const) {
      expect(html).toContain(`:root { color-scheme: ${scheme};`);
      expect(html).toContain(`<meta name="color-scheme" content="${scheme}"/>`);
      expect(words(html)).toBe(words(either));
    }
  });

  test("of a code that is not there, or of another project, is refused in the envelope, and no page", async () => {
    const { ctx: other } = await insertProject(ctx);
    for (const code of ["nowhere", await insertCode(other)]) {
      const { status, error, headers } = await show({ code });
      expect({ status, error }).toEqual({ status: 404, error: "code_not_found" });
      expect(headers.get("content-security-policy")).toBeNull();
    }
    expect(await show({ allowedClaims: "0" })).toMatchObject({ fields: { allowedClaims: [expect.any(String)] } });
  });
});

test("the page stands in a frame of ours alone, and can do nothing there", async () => {
  const { headers, data } = await show({});
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "img-src data:",
      "font-src 'none'",
      "sandbox",
      "frame-ancestors 'self'",
    ]),
  );
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(data).toMatch(/^<!DOCTYPE html/i);
  expect(data).toContain("<title>Your code for Gatehouse</title>");
});

describe("the mail in words that are not saved", () => {
  const text = { subject: "Hooray, {{firstname}} & {{nobody}}", body: "<b>{{code}}</b>\n\n{{button}}", button: "Let me in" };
  const preview = (body: object, by = cookie) => apiClient(null).post("/email-templates/preview", body, { cookie: by });

  test("is what the worker would send, leads nowhere, and changes nothing", async () => {
    const before = await fingerprintDatabase(ctx.db);
    const { data } = await preview({ kind: "code", ...text });
    expect(data.subject).toBe("Hooray, Ada & {{nobody}}");
    expect(data.html).toContain("&lt;b&gt;<!-- -->example-code<!-- -->&lt;/b&gt;");
    expect(data.html).toContain("prefers-color-scheme: dark");
    expect(data.html).not.toContain("href");
    expect(data.text).toContain("<b>example-code</b>");
    expect((await preview({ kind: "code", ...text, scheme: "dark" })).data.html).toContain("@media all {");
    expect(await fingerprintDatabase(ctx.db)).toEqual(before);
  });

  test.each(emailTemplateKinds)("of the kind %s has a value for every variable, in the project's own terms", async (kind) => {
    const { ctx: other } = await insertProject(ctx);
    await updateProject(other, { name: "Launch", redirectUrl: "https://example.org/in", referralBonus: 5 });
    const body = listVariables(kind)
      .map((name) => `${name}: {{${name}}}`)
      .join("\n\n");
    const said = (await preview({ kind, subject: "{{project}}", body, button: "" }, await createCookie(other, { role: "viewer" }))).data;
    expect(said.subject).toBe("Launch");
    const empty = listVariables(kind).filter((name) => name !== "button" && !new RegExp(`^${name}: \\S`, "m").test(said.text));
    expect(empty).toEqual([]);
  });

  test("says nothing by a variable that a mail of its kind has no value for", async () => {
    const { data } = await preview({ kind: "joined", subject: "x", body: "{{button}}\n\nYours: {{code}}.", button: "Go" });
    expect(data.text).toContain("Yours:.");
  });

  test("may be empty still, and is refused at the field where it is too long", async () => {
    expect((await preview({ kind: "code", subject: "", body: "", button: "" })).status).toBe(200);
    const long = { kind: "code", subject: "x".repeat(201), body: "x".repeat(5001), button: "x".repeat(61) };
    expect(Object.keys((await preview(long)).fields ?? {})).toEqual(["subject", "body", "button"]);
  });
});

describe("a test of a mail", () => {
  const own = { kind: "code", subject: "Hello", body: "{{code}}", button: "Go" };
  const send = (by: string, some: object = {}) => apiClient(null).post("/email-templates/test", { ...own, ...some }, { cookie: by });

  test("goes to whoever asks for it, ten times an hour, whatever is refused before", async () => {
    const admin = await insertStaff(ctx, { role: "admin" });
    const by = await createCookie(ctx, admin);
    expect(await send(by, { subject: "{{nobody}}" })).toMatchObject({ status: 400, fields: { subject: [expect.any(String)] } });
    for (let times = 0; times < 10; times++) expect((await send(by)).data).toEqual({ email: admin.email, isKept: true });
    const { error, headers } = await send(by);
    expect(error).toBe("too_many_requests");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    expect((await send(await createCookie(ctx, { role: "owner" }))).status).toBe(200);
  });

  test("and the words themselves are for admins, while everybody of the staff reads them", async () => {
    for (const role of ["viewer", "member"] as const) {
      const by = await createCookie(ctx, { role });
      expect((await apiClient(null).get("/email-templates", { cookie: by })).data).toHaveLength(emailTemplateKinds.length);
      expect((await send(by)).error).toBe("role_required");
      const { kind, ...text } = own;
      expect((await apiClient(null).call("PUT", `/email-templates/${kind}`, { cookie: by, body: text })).error).toBe("role_required");
      expect((await apiClient(null).call("DELETE", `/email-templates/${kind}`, { cookie: by })).error).toBe("role_required");
    }
  });
});
