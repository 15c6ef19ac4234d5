import { describe, expect, test } from "vitest";
import { createConsentId } from "@/core/projects/consent";
import { routes, withQuery } from "@/lib/routes";
import { insertApiKey } from "@/tests/harness/factories";
import { createEmailLinks, requestPage, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";
import { frameAncestors } from "./embed";

const app = await createTestApp();
const { ctx } = app;
const links = await createEmailLinks(ctx);

describe("the settings of the embed script", () => {
  const getSettings = (headers: Record<string, string> = {}, key = app.publicKey) =>
    requestPage(withQuery(routes.embed.settings, { key }), { headers });

  test("contain the accent, the consent text in parts and the questions of join forms", async () => {
    await updateProject(ctx, { accent: "#ffdd00" });
    const response = await getSettings({ origin: "https://shop.example" });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(await response.json()).toEqual({ accent: "#ffdd00", consent: null, questions: [], sharing: expect.anything() });
    const consentText = "I read the [terms](https://example.org/) and [this](javascript:alert(1)).";
    const question = { key: "plan", label: "Plan", type: "choice", options: ["Free", "Pro"], required: true, onJoinForms: true } as const;
    const questions = [
      { ...question, options: ["Free", "Pro"] },
      { ...question, key: "staff", onJoinForms: false, options: ["A"] },
    ];
    await updateProject(ctx, { accent: "#2563eb", consentText, questions });
    expect(await (await getSettings()).json()).toEqual({
      accent: "#2563eb",
      sharing: {
        intro: "You move up 3 positions for each friend who joins with your link.",
        text: "Join the Gatehouse waitlist with my link:",
        subject: "Gatehouse",
      },
      questions: [{ label: "Plan", input: { name: "fields.plan", maxlength: "500", required: "" }, options: ["", "Free", "Pro"] }],
      consent: {
        id: createConsentId(consentText),
        text: ["I read the ", { text: "terms", url: "https://example.org/" }, " and [this](javascript:alert(1))."],
      },
    });
    await updateProject(ctx, { consentText: null, questions: [] });
  });

  test("need the public key, and a site that can use it", async () => {
    for (const key of ["", "pk_x", app.secretKey, `pk_${"0".repeat(32)}`])
      expect(await (await getSettings({}, key)).json()).toMatchObject({ code: 401, error: "bad_key" });
    await updateProject(ctx, { allowedOrigins: ["https://shop.example"] });
    const refused = await getSettings({ origin: "https://evil.example" }, await insertApiKey(ctx, "public_key"));
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    await updateProject(ctx, { allowedOrigins: [] });
  });
});

describe("the Content-Security-Policy", () => {
  const getPolicy = async (url: string) => (await requestPage(url)).headers.get("content-security-policy");

  test("lets the sites that may use the public key frame the embedded forms, and our settings frame the preview", async () => {
    for (const url of [routes.embed.claim, routes.embed.join, routes.embed.forms.claim, routes.embed.forms.join])
      expect(await getPolicy(url)).toBe("default-src 'self'; frame-ancestors *; form-action 'self'");
    await updateProject(ctx, { allowedOrigins: ["https://shop.example"] });
    expect(await getPolicy(routes.embed.join)).toBe("default-src 'self'; frame-ancestors 'self' https://shop.example; form-action 'self'");
    await updateProject(ctx, { allowedOrigins: [] });
    expect(await getPolicy(routes.embed.preview)).toBe("default-src 'self'; frame-ancestors 'self'; form-action 'self'");
  });

  test("is not changed by other pages", async () => {
    for (const url of [routes.claim, routes.join, links.position]) expect(await getPolicy(url)).toBeNull();
  });

  test("allows every site if no origins are listed, otherwise only the listed ones", () => {
    expect(frameAncestors([])).toBe("*");
    expect(frameAncestors(["https://www.example.org", "http://localhost:8080"])).toBe(
      "'self' https://www.example.org http://localhost:8080",
    );
  });

  test("allows only this site if the list is unknown or contains invalid origins", () => {
    expect(frameAncestors(null)).toBe("'self'");
    expect(frameAncestors(["https://a;script-src", "https://b,c"])).toBe("'self'");
  });
});
