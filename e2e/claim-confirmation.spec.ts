import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { owner, site } from "./harness/site";
import { findLink, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

test.describe.configure({ mode: "serial" });
// Other specs use the same site afterward.
test.afterAll(() => queryDatabase((sql) => sql`update projects set require_claim_confirmation = false`));

const api = (path: string, body?: object) => callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) });

test("staff require email confirmation to claim under Settings, Project", heavyOnly, async ({ page, context }) => {
  await signIn(context, owner);
  await page.goto(routes.settings.project);
  const setting = page.getByRole("switch", { name: "Require email confirmation to claim" });
  await expect(setting).not.toBeChecked();
  await setting.click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Project saved")).toBeVisible();
  await page.reload();
  await expect(setting).toBeChecked();
});

for (const { javaScript, width, path } of [
  { javaScript: true, width: 1280, path: routes.claim },
  { javaScript: false, width: 390, path: routes.claim },
  { javaScript: false, width: 390, path: routes.embed.claim },
]) {
  const title = `a customer finishes a claim on ${path} with the emailed link ${javaScript ? "with" : "without"} JavaScript, ${width} px wide`;
  test(title, javaScript ? {} : heavyOnly, async ({ browser }) => {
    await queryDatabase((sql) => sql`update projects set require_claim_confirmation = true`);
    const context = await browser.newContext({ javaScriptEnabled: javaScript, viewport: { width, height: 800 }, baseURL: site().baseUrl });
    const page = await context.newPage();
    const email = `confirming-${width}-${path.length}-${javaScript}@example.org`;
    const code: string = (await api("/codes/generate", { amount: 1 })).data[0].code;
    await page.goto(path);
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Claim code" }).click();
    await expect(page.getByRole("heading", { name: "Check your email to finish" })).toBeVisible();
    await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
    if (javaScript) await expectAccessible(page);
    expect((await api(`/codes/${code}`)).data.claims).toBe(0);

    const { text = "" } = await waitForEmail(email, 1);
    await page.goto(findLink(text, routes.claim).href);
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    expect((await api(`/codes/${code}`)).data.claims).toBe(0);
    await page.getByRole("button", { name: "Claim code" }).click();
    await expect(page.getByText(`${code} is claimed for ${email}.`)).toBeVisible();
    expect((await api("/claims?limit=1")).data[0]).toMatchObject({ code, email, emailVerified: true });
    await context.close();
  });
}
