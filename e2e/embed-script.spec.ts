import type { Page } from "@playwright/test";
import { errorBody } from "@/contract/error-body";
import { routes } from "@/lib/routes";
import { embedScript, expect, pageHtml, policies, recordFormEvents, test } from "./harness/external-site";
import { expectAccessible } from "./harness/fixtures";
import { getApi, getLead } from "./harness/leads";
import { createCode, createLead, uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";
import { heavyOnly } from "./harness/tags";

const { baseUrl } = site();
const emailField = (page: Page) => page.getByLabel("Email");
const clickButton = (page: Page, name: string) => page.getByRole("button", { name }).click();
const focusedFieldId = (page: Page) => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id);

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(
    `a visitor joins on another site with a strict content security policy, ${colorScheme}, ${width} px wide`,
    width === 390 ? {} : heavyOnly,
    async ({ page, externalSite }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const getEvents = await recordFormEvents(page);
      const [referrer, email] = [await getLead(await createLead("friend")), uniqueEmail("embedded")];
      await page.goto(`${externalSite.addPage({ body: pageHtml(embedScript("join", "data-names")) })}?ref=${referrer.referralCode}`);
      await expect(page.getByText("A friend invited you")).toBeVisible();
      await expectAccessible(page);
      await emailField(page).fill(email);
      await page.getByLabel("First name").fill("Grace");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status")).toBeFocused();
      await expect(page.getByRole("status")).toContainText("You're on the list!");
      await expectAccessible(page);
      expect(await getEvents()).toEqual([["joined", { email, referral: { code: expect.any(String), url: expect.any(String) } }]]);
      await expect(page.getByRole("textbox", { name: "Your link" })).toHaveValue(/\/join\?ref=\w{27}$/);
      await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", /^https:\/\/wa\.me\/\?text=.*ref%3D\w{27}$/);
      await expectAccessible(page);
      expect(await getLead(email)).toMatchObject({
        firstname: "Grace",
        onWaitlist: true,
        referredBy: { email: referrer.email },
        source: "widget",
      });
    },
  );

  test(
    `a visitor claims the code in the URL on another site only after submitting the form, ${colorScheme}, ${width} px wide`,
    width === 1280 ? {} : heavyOnly,
    async ({ page, externalSite }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const getEvents = await recordFormEvents(page);
      const [code, email] = [await createCode(), uniqueEmail("embedded")];
      await page.goto(`${externalSite.addPage({ body: pageHtml(embedScript("claim")) })}?code=${code.toUpperCase()}`);
      await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code.toUpperCase());
      await expectAccessible(page);
      await page.waitForLoadState("networkidle");
      expect((await getApi(`/codes/${code}`)).claims).toBe(0);

      await page.getByLabel("Code", { exact: true }).fill("zzzzzz");
      await emailField(page).fill(email);
      await clickButton(page, "Claim code");
      await expect(page.getByRole("alert")).toHaveText(/This code doesn't exist/);
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);

      await page.getByLabel("Code", { exact: true }).fill(code);
      await clickButton(page, "Claim code");
      await expect(page.getByText(`${code} is claimed for ${email}.`)).toBeVisible();
      const hex = expect.stringMatching(/^[0-9a-f]{24}$/);
      const token = { claimToken: hex, token: hex, tokenExpiresAt: expect.any(String) };
      const claimed = { code, email, ...token, created: true, claimedAt: expect.any(String), emailVerified: false };
      expect(await getEvents()).toEqual([
        ["refused", { error: "code_not_found", message: expect.any(String) }],
        ["claimed", claimed],
      ]);
    },
  );
}

test("the form asks the visitor to check their email if the project requires email confirmation to claim", async ({
  page,
  externalSite,
}) => {
  const getEvents = await recordFormEvents(page);
  const [code, email] = ["curious-pineapple", uniqueEmail("embedded")];
  await page.goto(externalSite.addPage({ body: pageHtml(embedScript("claim")) }));
  await page.route("**/api/codes/claim", (route) =>
    route.request().method() === "OPTIONS"
      ? route.fallback()
      : route.fulfill({
          headers: { "access-control-allow-origin": "*" },
          json: { success: true, data: { token: null, tokenExpiresAt: null, code, email, confirmationRequired: true } },
        }),
  );
  await page.getByLabel("Code", { exact: true }).fill(code);
  await emailField(page).fill(email);
  await clickButton(page, "Claim code");
  await expect(page.getByRole("status")).toContainText("Check your email to finish");
  await expect(page.getByRole("status")).toContainText(`We sent a link to ${email}. Open it to claim your code.`);
  await expectAccessible(page);
  expect(await getEvents()).toMatchObject([["confirmation-required", { email, code, token: null }]]);
});

test("someone whose email was wrong joins again, with the email that they probably meant filled in", async ({ page, externalSite }) => {
  await page.goto(externalSite.addPage({ body: pageHtml(embedScript("join", "data-names")) }));
  const meant = uniqueEmail("hasty").replace(/@.*/, "@gmail.com");
  const typo = meant.replace("ai", "ia");
  await emailField(page).fill(typo);
  await page.getByLabel("First name").fill("Grace");
  await clickButton(page, "Join waitlist");
  await expect(page.getByRole("status")).toContainText(`Did you mean ${meant}? Join again`);
  await expectAccessible(page);
  await clickButton(page, "Join again");
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveValue(meant);
  await expect(page.getByLabel("First name")).toHaveValue("Grace");
  await clickButton(page, "Join waitlist");
  await expect(page.getByRole("status")).toContainText("Wrong email? Join again");
  await expect(page.getByRole("textbox", { name: "Your link" })).toHaveCount(1);
  expect(await getLead(meant)).toMatchObject({ firstname: "Grace", onWaitlist: true });
});

test("an invalid field shows its error and gets the focus", async ({ page, externalSite }) => {
  await page.goto(externalSite.addPage({ body: pageHtml(embedScript("join")) }));
  // Browsers accept this as an email.
  await emailField(page).fill("ada@localhost");
  await clickButton(page, "Join waitlist");
  await expect(emailField(page)).toHaveAttribute("aria-invalid", "true");
  await expect(emailField(page)).toHaveAccessibleDescription(/must be/);
  expect(await focusedFieldId(page)).toBe("email");
  await expectAccessible(page);
  await emailField(page).fill(uniqueEmail("mended"));
  await clickButton(page, "Join waitlist");
  await expect(page.getByText("You're on the list!")).toBeVisible();
});

test("the form says when a code can be claimed, and accepts unknown referral codes", async ({ page, externalSite }) => {
  const code = await createCode({ validFrom: "2099-01-01T12:00:00Z" });
  await page.goto(`${externalSite.addPage({ body: pageHtml(embedScript("claim")) })}?code=${code}`);
  await emailField(page).fill(uniqueEmail("early"));
  await clickButton(page, "Claim code");
  await expect(page.getByRole("alert")).toHaveText(/can't be claimed yet\. You can claim it from Jan 1, 2099, \d\d:00\./);

  const email = uniqueEmail("stranger");
  await page.goto(externalSite.addPage({ body: pageHtml(embedScript("join", 'data-ref="nowhere"')) }));
  await emailField(page).fill(email);
  await clickButton(page, "Join waitlist");
  await expect(page.getByText("You're on the list!")).toBeVisible();
  expect(await getLead(email)).toMatchObject({ onWaitlist: true, referredBy: null });
});

test("rate limits, server errors and lost connections have their own messages, and the button keeps its width while pending", async ({
  page,
  externalSite,
}) => {
  await page.goto(externalSite.addPage({ body: pageHtml(embedScript("join")) }));
  await emailField(page).fill(uniqueEmail("patient"));
  const readable = { "access-control-allow-origin": "*", "access-control-expose-headers": "Retry-After" };
  const responses = [
    {
      status: 429,
      headers: { ...readable, "retry-after": "90" },
      json: errorBody("too_many_requests", "0", { details: { retryAfter: 90 } }),
      message: /Try again in 2 min/,
    },
    { status: 502, headers: readable, body: "<h1>Bad gateway</h1>", message: /Temporarily unavailable/ },
  ];
  for (const { message, ...response } of responses) {
    await page.route("**/api/leads/create", (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : route.fulfill(response),
    );
    await clickButton(page, "Join waitlist");
    await expect(page.getByRole("alert")).toHaveText(message);
    await page.unroute("**/api/leads/create");
  }
  const button = page.getByRole("button", { name: "Join waitlist" });
  const { width } = (await button.boundingBox()) ?? {};
  let hangUp = () => {};
  const hangUpSignal = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  await page.route(/\/api\/leads\/create|embed\.js/, async (route) => {
    await hangUpSignal;
    await route.abort();
  });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  expect((await button.boundingBox())?.width).toBe(width);
  hangUp();
  await expect(page.getByRole("alert")).toHaveText(/We couldn't submit this form\. Check your connection/);
});

test("each script renders its form once, where it says, and invalid scripts show an error without breaking the page", async ({
  page,
  externalSite,
}) => {
  const scripts = [
    embedScript("join", 'data-target="#later"'),
    embedScript("claim"),
    embedScript("join", "", "pk_unknown"),
    embedScript("join", "", "sk_0000000000000000000000000000000000000000"),
    embedScript("claim").replace("claim", "buy"),
  ];
  await page.goto(externalSite.addPage({ body: pageHtml(scripts.join("")) }));
  await expect(page.locator("gatehouse-form")).toHaveCount(4);
  await expect(page.getByText("data-key must be your public key")).toBeVisible();
  await expect(page.getByText("This is a secret key")).toBeVisible();
  await expect(page.getByText('data-form must be "join"')).toBeVisible();
  await page.evaluate(() => {
    const section = document.createElement("section");
    section.id = "later";
    document.querySelector("main")?.append(section);
  });
  await expect(page.locator("#later").getByRole("button", { name: "Join waitlist" })).toBeVisible();
  // A framework inserts another script, and the first one again.
  await page.evaluate((src) => {
    for (const form of ["join", "claim"]) {
      const script = document.createElement("script");
      Object.assign(script.dataset, { key: document.querySelector("script")?.dataset.key, form });
      // A site that requires trusted types creates them for its own scripts.
      const policy = (
        window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }
      ).trustedTypes;
      script.src = policy.createPolicy(form, { createScriptURL: (url: string) => url }).createScriptURL(src);
      document.querySelector("main")?.append(script);
    }
  }, `${baseUrl}${routes.embed.script}`);
  await expect(page.locator("gatehouse-form")).toHaveCount(7);
});

test("a site styles the form with CSS variables, and the text on the accent color stays readable", async ({ page, externalSite }) => {
  const style = "gatehouse-form { --gatehouse-accent: #fde047; --gatehouse-radius: 0; --gatehouse-font: serif }";
  const policy = `${policies.script}; style-src 'unsafe-inline'`;
  await page.goto(externalSite.addPage({ body: pageHtml(`<style>${style}</style>${embedScript("join")}`), policy }));
  const button = page.getByRole("button", { name: "Join waitlist" });
  await expect(button).toHaveCSS("background-color", "rgb(253, 224, 71)");
  await expect(button).toHaveCSS("border-radius", "0px");
  await expect(button).toHaveCSS("font-family", "serif");
  await expectAccessible(page);
});
