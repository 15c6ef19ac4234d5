import { withQuery, routes } from "@/lib/routes";
import { submitJoinForm } from "./harness/submit-join";
import { getLead, getApi } from "./harness/leads";
import { expect, pageHtml, policies, test } from "./harness/external-site";
import { expectAccessible } from "./harness/fixtures";
import { createCode, uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";

const { baseUrl } = site();

for (const script of [true, false]) {
  test(`a visitor joins and claims in a frame, ${script ? "with" : "without"} script`, async ({ browser, externalSite: other }) => {
    const context = await browser.newContext({ javaScriptEnabled: script, viewport: { width: 800, height: 900 } });
    const page = await context.newPage();
    const frameOf = (path: string) =>
      other.addPage({ body: pageHtml(`<iframe src="${baseUrl}${path}" title="Form" width="400" height="520"></iframe>`), policy: policies.frame });
    const frame = page.frameLocator("iframe");
    const email = uniqueEmail("framed");
    await page.goto(frameOf(withQuery(routes.embed.join, { names: "true", theme: "dark" }).replace("&", "&amp;")));
    await frame.getByLabel("Your e-mail address").fill("ada@localhost");
    await submitJoinForm(frame);
    await expect(frame.getByRole("alert")).toBeVisible();
    await frame.getByLabel("Your e-mail address").fill(email);
    await frame.getByLabel("First name").fill("Grace");
    if (script) await expectAccessible(page);
    await submitJoinForm(frame);
    await expect(frame.getByRole("heading", { name: "You are on the list" })).toBeVisible();
    await expect(frame.locator("html")).toHaveCSS("color-scheme", "dark");
    expect(await getLead(email)).toMatchObject({ firstname: "Grace", onWaitlist: true, source: "page" });

    const code = await createCode();
    await page.goto(frameOf(`${routes.embed.claim}?code=${code}`));
    await frame.getByLabel("Your e-mail address").fill(email);
    await frame.getByRole("button", { name: "Claim" }).click();
    await expect(frame.getByRole("heading", { name: "Claimed" })).toBeVisible();
    expect((await getApi(`/codes/${code}`)).claims).toBe(1);
    await context.close();
  });
}

test("the older widgets' calls, at the bare origin, are answered to a page of another site", async ({ page, externalSite: other }) => {
  await page.goto(other.addPage({ body: pageHtml("") }));
  const code = await createCode();
  const calls = [
    { path: "/leads/create", body: { email: uniqueEmail("older") } },
    { path: "/customers/create", body: { email: uniqueEmail("older") } },
    { path: "/codes/claim", body: { email: uniqueEmail("older"), code } },
  ];
  for (const { path, body } of calls) {
    const answer = await page.evaluate(
      async ({ url, body, key }) => {
        const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
        const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
        return { status: response.status, json: await response.json() };
      },
      { url: baseUrl + path, body, key: site().publicKey },
    );
    expect(answer).toMatchObject({ status: 200, json: { success: true, data: { email: body.email } } });
  }
});

test("the script is for every site, for minutes; pages that are not for frames stand in none", async ({ request }) => {
  const got = await request.get(routes.embed.script, { headers: { origin: "https://www.example.org" } });
  expect(got.headers()).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    "content-encoding": "br",
  });
  expect((await got.body()).length).toBeLessThan(10_000);
  const etag = got.headers().etag ?? "";
  expect((await request.get(routes.embed.script, { headers: { "if-none-match": etag } })).status()).toBe(304);
  expect((await request.post(routes.embed.script)).status()).toBe(405);
  const framers = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec((await request.get(path)).headers()["content-security-policy"] ?? "")?.[1];
  for (const path of [routes.join, routes.claim, routes.signIn, `${routes.embed.join}/other`]) expect(await framers(path)).toBe("'none'");
  for (const path of [routes.embed.join, routes.embed.claim]) expect(await framers(path)).toBe("*");
  expect(await framers(routes.embed.preview)).toBe("'self'");
});
