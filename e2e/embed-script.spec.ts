import type { BrowserContext, Page } from "@playwright/test";
import { errorBody } from "@/contract/envelope";
import { routes } from "@/lib/routes";
import { getLead, getApi } from "./harness/leads";
import { expect, recordFormEvents, pageHtml, policies, embedScript, test } from "./harness/external-site";
import { expectAccessible } from "./harness/fixtures";
import { createCode, uniqueEmail, createLead } from "./harness/sends";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

const { baseUrl } = site();
const address = (page: Page) => page.getByLabel("Your e-mail address");
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id);

async function letIn(context: BrowserContext, origins: string[]): Promise<void> {
  await signIn(context);
  const answer = await context.request.put(`${baseUrl}/api/keys/origins`, {
    data: { origins },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(`a visitor of another site joins under its strict policy, ${colorScheme}, ${width} wide`, async ({ page, externalSite: other }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const heard = await recordFormEvents(page);
    const [friend, email] = [await getLead(await createLead("friend")), uniqueEmail("embedded")];
    await page.goto(`${other.addPage({ body: pageHtml(embedScript("join", "data-names")) })}?ref=${friend.referralCode}`);
    await expect(page.getByText("Somebody who is on it already sent you here.")).toBeVisible();
    await expectAccessible(page);
    await address(page).fill(email);
    await page.getByLabel("First name").fill("Grace");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status")).toBeFocused();
    await expect(page.getByRole("status")).toContainText("Thank you");
    await expectAccessible(page);
    expect(await heard()).toEqual([["joined", { email }]]);
    expect(await getLead(email)).toMatchObject({
      firstname: "Grace",
      onWaitlist: true,
      referredBy: { email: friend.email },
      source: "widget",
    });
  });

  test(`a visitor of another site claims a code that its address holds, by a press, ${colorScheme}, ${width} wide`, async ({
    page,
    externalSite: other,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const heard = await recordFormEvents(page);
    const [code, email] = [await createCode(), uniqueEmail("embedded")];
    await page.goto(`${other.addPage({ body: pageHtml(embedScript("claim")) })}?code=${code.toUpperCase()}`);
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code.toUpperCase());
    await expectAccessible(page);
    await page.waitForLoadState("networkidle");
    expect((await getApi(`/codes/${code}`)).claims).toBe(0);

    await page.getByLabel("Code", { exact: true }).fill("zzzzzz");
    await address(page).fill(email);
    await press(page, "Claim");
    await expect(page.getByRole("alert")).toHaveText(/There is no such code/);
    await expect(page.getByRole("alert")).toBeFocused();
    await expectAccessible(page);

    await page.getByLabel("Code", { exact: true }).fill(code);
    await press(page, "Claim");
    await expect(page.getByText(`${code} is claimed for ${email}.`)).toBeVisible();
    const claimed = { code, email, token: expect.stringMatching(/^[0-9a-f]{24}$/), tokenExpiresAt: expect.any(String) };
    expect(await heard()).toEqual([
      ["refused", { error: "code_not_found", message: expect.any(String) }],
      ["claimed", claimed],
    ]);
  });
}

test("what is wrong is told at its field, which takes the focus", async ({ page, externalSite: other }) => {
  await page.goto(other.addPage({ body: pageHtml(embedScript("join")) }));
  // Browsers take it for an address.
  await address(page).fill("ada@localhost");
  await press(page, "Join");
  await expect(address(page)).toHaveAttribute("aria-invalid", "true");
  await expect(address(page)).toHaveAccessibleDescription(/must be/);
  expect(await focused(page)).toBe("email");
  await expectAccessible(page);
  await address(page).fill(uniqueEmail("mended"));
  await press(page, "Join");
  await expect(page.getByText("Thank you")).toBeVisible();
});

test("a code that starts later says when, and a referral code that nobody has keeps nobody out", async ({ page, externalSite: other }) => {
  const code = await createCode({ validFrom: "2099-01-01T12:00:00Z" });
  await page.goto(`${other.addPage({ body: pageHtml(embedScript("claim")) })}?code=${code}`);
  await address(page).fill(uniqueEmail("early"));
  await press(page, "Claim");
  await expect(page.getByRole("alert")).toHaveText(/cannot be claimed yet\. It can be claimed from 1 Jan 2099, \d\d:00\./);

  const email = uniqueEmail("stranger");
  await page.goto(other.addPage({ body: pageHtml(embedScript("join", 'data-ref="nowhere"')) }));
  await address(page).fill(email);
  await press(page, "Join");
  await expect(page.getByText("Thank you")).toBeVisible();
  expect(await getLead(email)).toMatchObject({ onWaitlist: true, referredBy: null });
});

test("too many tries, an answer that is none and a lost connection have words of their own; the button keeps its width", async ({
  page,
  externalSite: other,
}) => {
  await page.goto(other.addPage({ body: pageHtml(embedScript("join")) }));
  await address(page).fill(uniqueEmail("patient"));
  const readable = { "access-control-allow-origin": "*", "access-control-expose-headers": "Retry-After" };
  const answers = [
    {
      status: 429,
      headers: { ...readable, "retry-after": "90" },
      json: errorBody("too_many_requests", "0", {}),
      said: /Try again in 2 minutes/,
    },
    { status: 502, headers: readable, body: "<h1>Bad gateway</h1>", said: /We cannot be reached/ },
  ];
  for (const { said, ...answer } of answers) {
    await page.route("**/api/leads/create", (route) => (route.request().method() === "OPTIONS" ? route.fallback() : route.fulfill(answer)));
    await press(page, "Join");
    await expect(page.getByRole("alert")).toHaveText(said);
    await page.unroute("**/api/leads/create");
  }
  const button = page.getByRole("button", { name: "Join" });
  const { width } = (await button.boundingBox()) ?? {};
  let hangUp = () => {};
  const waiting = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  await page.route(/\/api\/leads\/create|embed\.js/, async (route) => {
    await waiting;
    await route.abort();
  });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  expect((await button.boundingBox())?.width).toBe(width);
  hangUp();
  await expect(page.getByRole("alert")).toHaveText(/cannot be reached at the moment\. Look at your connection/);
});

test("each script has its form where it says, once, and one that is wrong says so without breaking the page", async ({ page, externalSite: other }) => {
  const scripts = [
    embedScript("join", 'data-target="#later"'),
    embedScript("claim"),
    embedScript("join", "", "pk_unknown"),
    embedScript("join", "", "sk_0000000000000000000000000000000000000000"),
    embedScript("claim").replace("claim", "buy"),
  ];
  await page.goto(other.addPage({ body: pageHtml(scripts.join("")) }));
  await expect(page.locator("gatehouse-form")).toHaveCount(4);
  await expect(page.getByText("This form needs the public key")).toBeVisible();
  await expect(page.getByText("This form holds a secret key")).toBeVisible();
  await expect(page.getByText('This form needs data-form="join"')).toBeVisible();
  await page.evaluate(() => {
    const later = document.createElement("section");
    later.id = "later";
    document.querySelector("main")?.append(later);
  });
  await expect(page.locator("#later").getByRole("button", { name: "Join" })).toBeVisible();
  // A framework puts in one more, and the first again.
  await page.evaluate((src) => {
    for (const form of ["join", "claim"]) {
      const script = document.createElement("script");
      Object.assign(script.dataset, { key: document.querySelector("script")?.dataset.key, form });
      // Where trusted types are asked for, a site makes them for its own.
      const policy = (
        window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }
      ).trustedTypes;
      script.src = policy.createPolicy(form, { createScriptURL: (url: string) => url }).createScriptURL(src);
      document.querySelector("main")?.append(script);
    }
  }, `${baseUrl}${routes.embed.script}`);
  await expect(page.locator("gatehouse-form")).toHaveCount(7);
});

test("a key that is not known, and a site that is not listed, are told in plain words", async ({ page, externalSite: other, context }) => {
  const send = async (script: string) => {
    await page.goto(other.addPage({ body: pageHtml(script) }));
    await address(page).fill(uniqueEmail("outsider"));
    await press(page, "Join");
  };
  await send(embedScript("join", "", `pk_${"0".repeat(32)}`));
  await expect(page.getByRole("alert")).toHaveText(/This form is not connected/);
  await letIn(context, ["https://www.example.org"]);
  try {
    await send(embedScript("join"));
    await expect(page.getByRole("alert")).toHaveText(/may not be used on this web site/);
    const framed = other.addPage({ body: pageHtml(`<iframe src="${baseUrl}${routes.embed.join}" title="Join"></iframe>`), policy: policies.frame });
    const policy = (await context.request.get(`${baseUrl}${routes.embed.join}`)).headers()["content-security-policy"];
    expect(policy).toContain("frame-ancestors 'self' https://www.example.org");
    await letIn(context, [other.origin]);
    // A key is not looked up again for a moment.
    await expect(async () => {
      await send(embedScript("join"));
      await expect(page.getByText("Thank you")).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await page.goto(framed);
    await expect(page.frameLocator("iframe").getByLabel("Your e-mail address")).toBeVisible();
  } finally {
    await letIn(context, []);
  }
});

test("a site colours the form by variables, and text on the accent reads", async ({ page, externalSite: other }) => {
  const style = "gatehouse-form { --gatehouse-accent: #fde047; --gatehouse-radius: 0; --gatehouse-font: serif }";
  const policy = `${policies.script}; style-src 'unsafe-inline'`;
  await page.goto(other.addPage({ body: pageHtml(`<style>${style}</style>${embedScript("join")}`), policy }));
  const button = page.getByRole("button", { name: "Join" });
  await expect(button).toHaveCSS("background-color", "rgb(253, 224, 71)");
  await expect(button).toHaveCSS("border-radius", "0px");
  await expect(button).toHaveCSS("font-family", "serif");
  await expectAccessible(page);
});
