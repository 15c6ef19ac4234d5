import { type APIRequestContext, expect } from "@playwright/test";
import { routes } from "@/lib/routes";
import { embedScript, pageHtml, policies, withExternalSite } from "./harness/external-site";
import { isolatedTest } from "./harness/isolated-site";
import { uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

async function setAllowedOrigins(request: APIRequestContext, origins: string[]): Promise<void> {
  const response = await request.put(`${site().baseUrl}/api/keys/origins`, {
    data: { origins },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(response.status(), await response.text()).toBe(200);
}

test("an unknown key and a site that isn't allowed have readable messages", heavyOnly, ({ page, context }) =>
  withExternalSite(async (externalSite) => {
    const { baseUrl } = site();
    await signIn(context);
    const submitEmail = async (script: string) => {
      await page.goto(externalSite.addPage({ body: pageHtml(script) }));
      await page.getByLabel("Email").fill(uniqueEmail("outsider"));
      await page.getByRole("button", { name: "Join waitlist" }).click();
    };
    await submitEmail(embedScript("join", "", `pk_${"0".repeat(32)}`));
    await expect(page.getByRole("alert")).toHaveText(/This form isn't set up correctly/);
    await setAllowedOrigins(context.request, ["https://www.example.org"]);
    try {
      // Keys are cached for a moment.
      await expect(async () => {
        await submitEmail(embedScript("join"));
        await expect(page.getByRole("alert")).toHaveText(/can't be used on this website/, { timeout: 3_000 });
      }).toPass();
      const framePage = externalSite.addPage({
        body: pageHtml(`<iframe src="${baseUrl}${routes.embed.join}" title="Join"></iframe>`),
        policy: policies.frame,
      });
      const policy = (await context.request.get(`${baseUrl}${routes.embed.join}`)).headers()["content-security-policy"];
      expect(policy).toContain("frame-ancestors 'self' https://www.example.org");
      await setAllowedOrigins(context.request, [externalSite.origin]);
      await expect(async () => {
        await submitEmail(embedScript("join"));
        await expect(page.getByText("You're on the list!")).toBeVisible({ timeout: 3_000 });
      }).toPass();
      await page.goto(framePage);
      await expect(page.frameLocator("iframe").getByLabel("Email")).toBeVisible();
    } finally {
      await setAllowedOrigins(context.request, []);
    }
  }),
);
