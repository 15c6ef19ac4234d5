import { describe, expect, test } from "vitest";
import { mailTexts } from "@/contract/mail-texts";
import { sampleCodes } from "@/core/sends/mail";
import { renderLeadMessage } from "@/emails/render";
import { plainMessage } from "@/emails/sample";
import { withoutLinks } from "@/server/mail";
import { apiWith } from "./harness/api";
import { aCode, aLead, aProject } from "./harness/factories";
import { signedIn } from "./harness/staff";
import { aWorld } from "./harness/world";

const { ctx } = await aWorld();
const cookie = await signedIn(ctx, { role: "viewer" });
const show = (query: Record<string, string>) => apiWith(null).get(`/mail/preview?${new URLSearchParams(query)}`, { cookie });
const personal = { ...plainMessage, kind: "invitation", text: mailTexts.invitation, reserved: true } as const;
const asRendered = async (message: Parameters<typeof renderLeadMessage>[0]) => withoutLinks((await renderLeadMessage(message)).html);

describe("the mail that is shown", () => {
  test("of a code is what the worker would send", async () => {
    const terms = { validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2027-01-01T00:00:00.000Z", allowedClaims: 2500 };
    const code = await aCode(ctx, terms);
    const email = await aLead(ctx, { firstname: "<b>Ada</b> & Söhne" });
    expect((await show({ code: code.toUpperCase(), email })).data).toBe(
      await asRendered({ ...plainMessage, ...terms, code, firstname: "<b>Ada</b> & Söhne" }),
    );
    expect((await show({ code })).data).toBe(await asRendered({ ...plainMessage, ...terms, code }));
    expect((await show({ code, email: "nobody@example.org" })).data).toBe(await asRendered({ ...plainMessage, ...terms, code }));
  });

  test("of a code that is reserved says so to whom it is reserved for", async () => {
    const email = await aLead(ctx);
    const code = await aCode(ctx, { reservedFor: email });
    const queries: Record<string, string>[] = [{ code }, { code, email }];
    for (const query of queries) expect((await show(query)).data).toBe(await asRendered({ ...plainMessage, code, reserved: true }));
  });

  test.each(Object.entries(sampleCodes))("of a personal code of the type %s names %s", async (type, code) => {
    expect((await show({ type })).data).toBe(await asRendered({ ...personal, code }));
    const terms = { allowedClaims: 3, validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2027-01-01T00:00:00.000Z" };
    expect((await show({ type, ...terms, allowedClaims: "3" })).data).toBe(await asRendered({ ...personal, code, ...terms }));
  });

  test("in one colouring is that whatever the browser has, and says the same words", async () => {
    const words = (html: string) => html.replace(/<meta [^>]*>|<style>.*?<\/style>/gs, "");
    const email = await aLead(ctx, { firstname: "light dark (prefers-color-scheme: dark)" });
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
    const { ctx: other } = await aProject(ctx);
    for (const code of ["nowhere", await aCode(other)]) {
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
