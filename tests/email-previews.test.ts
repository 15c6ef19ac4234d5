import { describe, expect, test } from "vitest";
import { defaultEmailTemplates, emailTemplateKinds } from "@/contract/default-email-templates";
import { listVariables } from "@/contract/email-template-rules";
import { updateProject } from "@/core/projects/update";
import { sampleCodes } from "@/core/sends/email-content";
import { renderLeadEmail } from "@/emails/render";
import { sampleLeadEmail } from "@/emails/sample-email";
import { removeLinks } from "@/server/email";
import { apiClient } from "./harness/api";
import { fingerprintDatabase, insertCode, insertLead, insertProject } from "./harness/factories";
import { createCookie, insertStaff } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();
const cookie = await createCookie(ctx, { role: "viewer" });
const show = (query: Record<string, string>) => apiClient(null).get(`/sends/preview/email?${new URLSearchParams(query)}`, { cookie });
const personal = { ...sampleLeadEmail, kind: "invitation", text: defaultEmailTemplates.invitation, reserved: true } as const;
const renderExpected = async (message: Parameters<typeof renderLeadEmail>[0]) => removeLinks((await renderLeadEmail(message)).html);

describe("the email preview of a send", () => {
  test("shows what the worker would send with a code", async () => {
    const terms = { validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2027-01-01T00:00:00.000Z", allowedClaims: 2500 };
    const code = await insertCode(ctx, terms);
    const email = await insertLead(ctx, { firstname: "<b>Ada</b> & Söhne" });
    expect((await show({ code: code.toUpperCase(), email })).data).toBe(
      await renderExpected({ ...sampleLeadEmail, ...terms, code, firstname: "<b>Ada</b> & Söhne" }),
    );
    expect((await show({ code })).data).toBe(await renderExpected({ ...sampleLeadEmail, ...terms, code }));
    expect((await show({ code, email: "unknown@example.org" })).data).toBe(await renderExpected({ ...sampleLeadEmail, ...terms, code }));
  });

  test("says that a reserved code is reserved for the lead", async () => {
    const email = await insertLead(ctx);
    const code = await insertCode(ctx, { reservedFor: email });
    const queries: Record<string, string>[] = [{ code }, { code, email }];
    for (const query of queries) expect((await show(query)).data).toBe(await renderExpected({ ...sampleLeadEmail, code, reserved: true }));
  });

  test.each(Object.entries(sampleCodes))("shows the sample code of the type %s for personal codes: %s", async (type, code) => {
    expect((await show({ type })).data).toBe(await renderExpected({ ...personal, code }));
    const terms = { allowedClaims: 3, validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2027-01-01T00:00:00.000Z" };
    expect((await show({ type, ...terms, allowedClaims: "3" })).data).toBe(await renderExpected({ ...personal, code, ...terms }));
  });

  test("applies the requested color scheme to the same content", async () => {
    const words = (html: string) => html.replace(/<meta [^>]*>|<style>.*?<\/style>/gs, "");
    const email = await insertLead(ctx, { firstname: "light dark (prefers-color-scheme: dark)" });
    const shown = async (query: Record<string, string>) => (await show({ email, ...query })).data as string;
    const [automatic, light, dark] = [await shown({}), await shown({ scheme: "light" }), await shown({ scheme: "dark" })];
    expect(automatic).toContain("@media (prefers-color-scheme: dark)");
    expect(dark).toContain("@media all {");
    expect(light).toContain("@media not all {");
    for (const [html, scheme] of [
      [light, "light"],
      [dark, "dark"],
    ] as const) {
      expect(html).toContain(`:root { color-scheme: ${scheme};`);
      expect(html).toContain(`<meta name="color-scheme" content="${scheme}"/>`);
      expect(words(html)).toBe(words(automatic));
    }
  });

  test("returns an error and no page for a missing code or one of another project", async () => {
    const { ctx: other } = await insertProject(ctx);
    for (const code of ["nowhere", await insertCode(other)]) {
      const { status, error, headers } = await show({ code });
      expect({ status, error }).toEqual({ status: 404, error: "code_not_found" });
      expect(headers.get("content-security-policy")).toBeNull();
    }
    expect(await show({ allowedClaims: "0" })).toMatchObject({ fields: { allowedClaims: [expect.any(String)] } });
  });
});

test("a preview can be framed only by our own pages, and loads and runs nothing", async () => {
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

describe("the preview of unsaved template content", () => {
  const text = { subject: "Hooray, {{firstname}} & {{unknown}}", body: "<b>{{code}}</b>\n\n{{button}}", button: "Get started" };
  const preview = (body: object, by = cookie) => apiClient(null).post("/email-templates/preview", body, { cookie: by });

  test("shows what the worker would send without links, and changes nothing", async () => {
    const before = await fingerprintDatabase(ctx.db);
    const { data } = await preview({ kind: "code", ...text });
    expect(data.subject).toBe("Hooray, Ada & {{unknown}}");
    expect(data.html).toContain(`&lt;b&gt;<span translate="no">example-code</span>&lt;/b&gt;`);
    expect(data.html).toContain("prefers-color-scheme: dark");
    expect(data.html).not.toContain("href");
    expect(data.text).toContain("<b>example-code</b>");
    expect((await preview({ kind: "code", ...text, scheme: "dark" })).data.html).toContain("@media all {");
    expect(await fingerprintDatabase(ctx.db)).toEqual(before);
  });

  test.each(emailTemplateKinds)("has a value for every variable of the %s template", async (kind) => {
    const { ctx: other } = await insertProject(ctx);
    await updateProject(other, { name: "Launch", redirectUrl: "https://example.org/in", referralBonus: 5, inviteQuota: 3 });
    const body = listVariables(kind)
      .map((name) => `${name}: {{${name}}}`)
      .join("\n\n");
    const rendered = (await preview({ kind, subject: "{{project}}", body, button: "" }, await createCookie(other, { role: "viewer" })))
      .data;
    expect(rendered.subject).toBe("Launch");
    const empty = listVariables(kind).filter((name) => name !== "button" && !new RegExp(`^${name}: \\S`, "m").test(rendered.text));
    expect(empty).toEqual([]);
  });

  test("has a sample answer to every question, and the answers of a chosen lead", async () => {
    const { ctx: other } = await insertProject(ctx);
    const types = ["text", "choice", "checkbox", "url"] as const;
    const toQuestion = (type: (typeof types)[number]) => ({
      key: type,
      label: type,
      type,
      options: type === "choice" ? ["Free", "Pro"] : [],
    });
    await updateProject(other, { questions: types.map((type) => ({ ...toQuestion(type), required: false, onJoinForms: true })) });
    const email = await insertLead(other, { answers: { text: "Acme", choice: "Pro", checkbox: false } });
    const by = await createCookie(other, { role: "viewer" });
    const body = types.map((type) => `{{field.${type}|none}}`).join(", ");
    const render = async (some: object) => (await preview({ kind: "code", subject: "", body, button: "", ...some }, by)).data.text;
    expect(await render({})).toContain("Example, Free, Yes, https://example.org");
    expect(await render({ email })).toContain("Acme, Pro, No, none");
  });

  test("removes variables without a value in its kind of email", async () => {
    const { data } = await preview({ kind: "joined", subject: "x", body: "{{button}}\n\nYours: {{code}}.", button: "Go" });
    expect(data.text).toContain("Yours:.");
  });

  test("allows empty fields and rejects fields that are too long", async () => {
    expect((await preview({ kind: "code", subject: "", body: "", button: "" })).status).toBe(200);
    const long = { kind: "code", subject: "x".repeat(201), body: "x".repeat(5001), button: "x".repeat(61) };
    expect(Object.keys((await preview(long)).fields ?? {})).toEqual(["subject", "body", "button"]);
  });
});

describe("a test email", () => {
  const customTemplate = { kind: "code", subject: "Hello", body: "{{code}}", button: "Go" };
  const send = (by: string, some: object = {}) =>
    apiClient(null).post("/email-templates/test", { ...customTemplate, ...some }, { cookie: by });

  test("is sent to the signed-in staff member, ten times an hour, not counting rejected ones", async () => {
    const admin = await insertStaff(ctx, { role: "admin" });
    const by = await createCookie(ctx, admin);
    expect(await send(by, { subject: "{{unknown}}" })).toMatchObject({ status: 400, fields: { subject: [expect.any(String)] } });
    for (let attempt = 0; attempt < 10; attempt++) expect((await send(by)).data).toEqual({ email: admin.email, isSavedToFile: true });
    const { error, headers } = await send(by);
    expect(error).toBe("too_many_requests");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    expect((await send(await createCookie(ctx, { role: "owner" }))).status).toBe(200);
  });

  test("requires the member role, template changes the admin role, and all staff can read templates", async () => {
    for (const role of ["viewer", "member"] as const) {
      const by = await createCookie(ctx, { role });
      expect((await apiClient(null).get("/email-templates", { cookie: by })).data).toHaveLength(emailTemplateKinds.length);
      if (role === "viewer") expect((await send(by)).error).toBe("role_required");
      const { kind, ...text } = customTemplate;
      expect((await apiClient(null).call("PUT", `/email-templates/${kind}`, { cookie: by, body: text })).error).toBe("role_required");
      expect((await apiClient(null).call("DELETE", `/email-templates/${kind}`, { cookie: by })).error).toBe("role_required");
    }
  });
});
