import type { BrowserContext, Page } from "@playwright/test";
import { leadPath } from "@/lib/routes";
import { allowLiveUpdates, eventStreams, expect, openPage, test } from "./harness/fixtures";
import { createLeads, leadRow, postApi, updateLead } from "./harness/leads";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

/** Opens a page that shows what others change, as it does outside of tests. */
async function openLivePage(page: Page, context: BrowserContext, path: string): Promise<void> {
  await allowLiveUpdates(context);
  await signIn(context);
  const opened = page.waitForResponse((response) => response.url().includes("/api/events/stream") && response.ok());
  await openPage(page, path);
  await opened;
}

test("a lead that an app adds appears in an open list, and what changes on its page", async ({ page, context }) => {
  const { tag, emails, list } = await createLeads(1);
  await openLivePage(page, context, list);
  await expect(leadRow(page, emails[0] ?? "")).toBeVisible();
  const email = `02.${tag}@example.org`;
  await postApi("/leads/create", { email });
  await expect(leadRow(page, email)).toBeVisible();
  await updateLead(email, { firstname: "Grace" });
  await expect(leadRow(page, email)).toContainText("Grace");
});

test("what someone types stays while others change the same lead", async ({ page, context }) => {
  const [email = ""] = (await createLeads(1)).emails;
  await openLivePage(page, context, leadPath(email));
  await page.getByLabel("Notes", { exact: true }).fill("Met at the fair.");
  await updateLead(email, { firstname: "Grace" });
  await expect(page.getByLabel("First name")).toHaveValue("Grace");
  await expect(page.getByLabel("Notes", { exact: true })).toHaveValue("Met at the fair.");
  await expect(page.getByLabel("Notes", { exact: true })).toBeFocused();
});

test("a page that isn't used for an hour stops following, so that its session can end, and says so until it is used", async ({
  page,
  context,
}) => {
  const [email = ""] = (await createLeads(1)).emails;
  await page.clock.install();
  await openLivePage(page, context, leadPath(email));
  const notice = page.getByText("What others change isn't shown at the moment.");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.clock.fastForward("01:00:30");
  await expect(notice).toBeVisible();
  requests.length = 0;
  await page.clock.fastForward("02:00:00");
  await updateLead(email, { firstname: "Grace" });
  expect(requests.filter((url) => url.includes("/api/"))).toEqual([]);
  await page.mouse.move(200, 200);
  await expect(page.getByLabel("First name")).toHaveValue("Grace");
  await expect(notice).toHaveCount(0);
});

test("a page that someone returns to after hours shows at once what others changed", async ({ page, context }) => {
  const [email = ""] = (await createLeads(1)).emails;
  await page.clock.install();
  await openLivePage(page, context, leadPath(email));
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: visibility });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);
  await show("hidden");
  await page.clock.fastForward("02:00:00");
  await updateLead(email, { firstname: "Grace" });
  await show("visible");
  await expect(page.getByLabel("First name")).toHaveValue("Grace");
  await expect(page.getByText("What others change isn't shown at the moment.")).toHaveCount(0);
});

test("a page that can't hear of changes says so until it can", heavyOnly, async ({ page, context }) => {
  const [email = ""] = (await createLeads(1)).emails;
  await signIn(context);
  await context.route(eventStreams, (route) => route.fulfill({ status: 404 }));
  await openPage(page, leadPath(email));
  const notice = page.getByText("What others change isn't shown at the moment.");
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await updateLead(email, { firstname: "Grace" });
  await allowLiveUpdates(context);
  await expect(page.getByLabel("First name")).toHaveValue("Grace", { timeout: 20_000 });
  await expect(notice).toHaveCount(0);
});
