import { describe, expect, test } from "vitest";
import type { EmbedSettings } from "@/contract/project";
import { createConsentId } from "@/core/projects/consent";
import { frameParameters } from "@/lib/embed-attributes";
import { routes, withQuery } from "@/lib/routes";
import { insertApiKey, insertCode } from "@/tests/harness/factories";
import { createEmailLinks, openPage, requestPage, submitForm, updateProject } from "@/tests/harness/public-pages";
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
    const texts = { headline: null, success: expect.anything() };
    expect(await response.json()).toEqual({ accent: "#ffdd00", consent: null, questions: [], sharing: expect.anything(), ...texts });
    const consentText = "I read the [terms](https://example.org/) and [this](javascript:alert(1)).";
    const question = { key: "plan", label: "Plan", type: "choice", options: ["Free", "Pro"], required: true, onJoinForms: true } as const;
    const questions = [
      { ...question, options: ["Free", "Pro"] },
      { ...question, key: "staff", onJoinForms: false, options: ["A"] },
    ];
    await updateProject(ctx, { accent: "#2563eb", consentText, questions });
    expect(await (await getSettings()).json()).toEqual({
      accent: "#2563eb",
      ...texts,
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

  test("contain what the page says after a form is submitted, also if staff changed it", async () => {
    const email = "ada@example.org";
    const code = await insertCode(ctx);
    const readPage = async (action: string, fields: Record<string, string>) =>
      (await openPage(await submitForm(action, fields)))
        .replace(/<\/?bdi.*?>/g, "")
        .replaceAll("&#x27;", "'")
        .replaceAll("&amp;", "&");
    const changes = [
      { sendJoinedEmail: true },
      { sendJoinedEmail: false },
      { doubleOptIn: true },
      { joinHeadline: "Get early access", joinSuccessMessage: "See you soon & thanks!", successMessage: "Sign in at product.example." },
    ];
    for (const change of changes) {
      await updateProject(ctx, change);
      const { success, headline } = (await (await getSettings()).json()) as EmbedSettings;
      const { joined, claimed, "confirmation-required": confirmation } = success;
      const joinPage = await readPage(routes.forms.join, { email });
      const framePage = await readPage(routes.embed.forms.join, { email });
      const claimPage = await readPage(routes.forms.claim, { code, email });
      for (const html of [joinPage, framePage])
        for (const text of [joined.title, ...joined.paragraphs]) expect(html).toContain(text.replace("{email}", email));
      for (const text of [claimed.title, ...claimed.paragraphs])
        expect(claimPage).toContain(text.replace("{email}", email).replace("{code}", code));
      expect(confirmation.paragraphs.join()).toContain("We sent a link to {email}.");
      for (const url of [routes.join, routes.embed.join]) expect(await openPage(url)).toContain(headline ?? "Join the waitlist");
      await updateProject(ctx, {
        sendJoinedEmail: true,
        doubleOptIn: false,
        joinHeadline: null,
        joinSuccessMessage: null,
        successMessage: null,
      });
    }
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

describe("a frame", () => {
  test.each(frameParameters.flatMap(({ forms, ...parameter }) => forms.map((form) => ({ form, ...parameter }))))(
    "reads the parameter $name that the settings list for the $form form",
    async ({ form, name, example }) => {
      const visible = async (query: Record<string, string>) =>
        (await openPage(withQuery(routes.embed[form], query))).replace(/name="renderedAt" value="[^"]*"/, "");
      expect(await visible({ [name]: example })).not.toBe(await visible({ unknown: example }));
    },
  );

  test("tells its page the height with a script, which other pages don't have", async () => {
    for (const [url, isFrame] of [
      [routes.embed.join, true],
      [routes.embed.claim, true],
      [routes.join, false],
      [routes.claim, false],
    ] as const)
      expect((await openPage(url)).includes("data-framed")).toBe(isFrame);
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
