import { fitSnippet } from "@/components/settings/embed-snippets";
import { routes, withQuery } from "@/lib/routes";
import { expect, pageHtml, policies, test } from "./harness/external-site";
import { expectAccessible } from "./harness/fixtures";
import { getApi, getLead } from "./harness/leads";
import { createCode, uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";
import { submitJoinForm } from "./harness/submit-join";
import { heavyOnly } from "./harness/tags";

const { baseUrl } = site();

for (const javaScript of [true, false]) {
  test(
    `a visitor joins the waitlist and claims a code in a frame, ${javaScript ? "with" : "without"} JavaScript`,
    javaScript ? {} : heavyOnly,
    async ({ browser, externalSite }) => {
      const context = await browser.newContext({ javaScriptEnabled: javaScript, viewport: { width: 800, height: 900 } });
      const page = await context.newPage();
      const framePage = (path: string) =>
        externalSite.addPage({
          body: pageHtml(`<iframe src="${baseUrl}${path}" title="Form" width="400" height="520"></iframe>`),
          policy: policies.frame,
        });
      const frame = page.frameLocator("iframe");
      const email = uniqueEmail("framed");
      await page.goto(framePage(withQuery(routes.embed.join, { names: "true", theme: "dark" }).replace("&", "&amp;")));
      await frame.getByLabel("Email").fill("ada@localhost");
      await submitJoinForm(frame);
      await expect(frame.getByRole("alert")).toBeVisible();
      await frame.getByLabel("Email").fill(email);
      await frame.getByLabel("First name").fill("Grace");
      if (javaScript) await expectAccessible(page);
      await submitJoinForm(frame);
      await expect(frame.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
      await expect(frame.locator("html")).toHaveCSS("color-scheme", "dark");
      expect(await getLead(email)).toMatchObject({ firstname: "Grace", onWaitlist: true, source: "page" });

      const code = await createCode();
      await page.goto(framePage(`${routes.embed.claim}?code=${code}`));
      await frame.getByLabel("Email").fill(email);
      await frame.getByRole("button", { name: "Claim code" }).click();
      await expect(frame.getByRole("heading", { name: "Code claimed" })).toBeVisible();
      expect((await getApi(`/codes/${code}`)).claims).toBe(1);
      await context.close();
    },
  );
}

test(
  "a frame takes the height of its form at each width, and follows the color scheme of the page around it",
  heavyOnly,
  async ({ page, externalSite }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    const policy = `frame-src ${baseUrl}; script-src 'unsafe-inline'; style-src 'unsafe-inline'`;
    const open = (colorScheme: string, query = "") =>
      page.goto(
        externalSite.addPage({
          policy,
          body: `<style>:root { color-scheme: ${colorScheme} } body { margin: 0 }</style>${fitSnippet(baseUrl)}
          <iframe src="${baseUrl}${routes.embed.join}${query}" title="Form" width="100%" height="200" frameborder="0"></iframe>`,
        }),
      );
    const frame = page.frameLocator("iframe");
    const spareHeight = () => frame.locator("html").evaluate((html) => html.clientHeight - document.body.scrollHeight);
    for (const width of [280, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await open("light");
      await expect(frame.getByLabel("Email")).toBeVisible();
      await expect.poll(() => page.locator("iframe").evaluate((element) => element.clientHeight)).toBeGreaterThan(250);
      await expect.poll(spareHeight).toBe(0);
      expect(await frame.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
      const before = await page.locator("iframe").evaluate((element) => element.clientHeight);
      await frame.getByLabel("Email").fill("ada@gmial.com");
      await frame.getByLabel("Email").press("Tab");
      await expect(frame.getByRole("button", { name: "ada@gmail.com" })).toBeVisible();
      await expect.poll(() => page.locator("iframe").evaluate((element) => element.clientHeight)).toBeGreaterThan(before);
      await expect.poll(spareHeight).toBe(0);
    }
    const scheme = (name: string) => expect(frame.locator("html")).toHaveCSS("color-scheme", name);
    await scheme("light");
    await open("dark");
    await scheme("dark");
    await open("normal");
    await scheme("light");
    await open("light dark");
    await scheme("light dark");
    await open("light", "?theme=dark");
    await expect.poll(spareHeight).toBe(0);
    await scheme("dark");
  },
);

test("older widgets on another site can call the API at the bare origin", async ({ page, externalSite }) => {
  await page.goto(externalSite.addPage({ body: pageHtml("") }));
  const code = await createCode();
  const calls = [
    { path: "/leads/create", body: { email: uniqueEmail("older") } },
    { path: "/customers/create", body: { email: uniqueEmail("older") } },
    { path: "/codes/claim", body: { email: uniqueEmail("older"), code } },
  ];
  for (const { path, body } of calls) {
    const response = await page.evaluate(
      async ({ url, body, key }) => {
        const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
        const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
        return { status: response.status, json: await response.json() };
      },
      { url: baseUrl + path, body, key: site().publicKey },
    );
    expect(response).toMatchObject({ status: 200, json: { success: true, data: { email: body.email } } });
  }
});

test("any site can load the script, and only the pages for frames can be framed", async ({ request }) => {
  const response = await request.get(routes.embed.script, { headers: { origin: "https://www.example.org" } });
  expect(response.headers()).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    "content-encoding": "br",
  });
  expect((await response.body()).length).toBeLessThan(11_000);
  const etag = response.headers().etag ?? "";
  expect((await request.get(routes.embed.script, { headers: { "if-none-match": etag } })).status()).toBe(304);
  expect((await request.post(routes.embed.script)).status()).toBe(405);
  const frameAncestors = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec((await request.get(path)).headers()["content-security-policy"] ?? "")?.[1];
  for (const path of [routes.join, routes.claim, routes.signIn, `${routes.embed.join}/other`])
    expect(await frameAncestors(path)).toBe("'none'");
  for (const path of [routes.embed.join, routes.embed.claim]) expect(await frameAncestors(path)).toBe("*");
  expect(await frameAncestors(routes.embed.preview)).toBe("'self'");
});
