import type { BrowserContext, Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { leadPath, routes, webhookPath } from "@/lib/routes";
import { startReceiver, stopReceivers } from "@/tests/harness/webhook-receiver";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible, expectNoDialog, openPage } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { postApi, uniqueTag } from "./harness/leads";
import { pickOption } from "./harness/popups";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";
import { createWebhook } from "./harness/webhooks";

const test = isolatedTest();

test.afterEach(stopReceivers);

const dialog = (page: Page) => page.getByRole("dialog");
const deliveries = (page: Page) => page.getByRole("table", { name: "Deliveries" });

/** Creates a lead, which is an event. */
async function createLead(): Promise<string> {
  const email = `${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  return email;
}

async function signInAsAdmin(context: BrowserContext): Promise<void> {
  await signIn(context, await createStaffMember("admin"));
}

test("a webhook is created, its secret verifies a test, and the delivery shows what was sent", async ({ page, context }) => {
  const receiver = await startReceiver((response) => response.end("Thanks!"));
  await signInAsAdmin(context);
  await openPage(page, routes.settings.webhooks);
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await dialog(page).getByLabel("URL").fill(receiver.url);
  await dialog(page).getByLabel("Description").fill("Shop");
  await expect(dialog(page).getByText('"type": "code.claimed"')).toBeVisible();
  await dialog(page).getByRole("radio", { name: "Chosen events" }).click();
  await dialog(page).getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog(page).getByText("Choose at least one event.")).toBeVisible();
  await dialog(page).getByLabel("Search events").fill("created");
  await dialog(page).getByRole("checkbox", { name: "lead.created" }).click();
  await expect(dialog(page).getByText('"type": "lead.created"')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Create webhook" }).click();
  const secret =
    (await dialog(page)
      .getByText(/^whsec_/)
      .textContent()) ?? "";
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  const row = page.getByRole("row", { name: /Shop/ });
  await expect(row).toContainText("Active");
  await expect(row).toContainText("lead.created");
  await expectAccessible(page);
  await row.getByRole("link", { name: "Shop" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await dialog(page).getByRole("button", { name: "Send test" }).click();
  await expect(dialog(page).getByRole("status", { name: "Result" })).toContainText("Thanks!");
  await expectAccessible(page);
  const [request] = receiver.requests;
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? "", headers)).toMatchObject({ type: "lead.created" });
  await page.keyboard.press("Escape");

  await deliveries(page).getByRole("button", { name: "lead.created (test)" }).click();
  await expect(dialog(page).getByText("Status 200")).toBeVisible();
  await expect(dialog(page).getByText(`webhook-id: ${headers["webhook-id"]}`)).toBeVisible();
  await expect(dialog(page).getByText(`webhook-timestamp: ${headers["webhook-timestamp"]}`)).toBeVisible();
  await dialog(page).getByRole("button", { name: "As sent" }).click();
  await expect(dialog(page).getByText(request?.body ?? "", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("a delivery that failed is retried, and resuming sends what was missed while it was paused", heavyOnly, async ({ page, context }) => {
  const receiver = await startReceiver((response) => response.writeHead(500).end("Out of order"));
  await signInAsAdmin(context);
  const { id } = await createWebhook(context, { url: receiver.url, description: "Warehouse", events: ["lead.created"] });
  const email = await createLead();
  await openPage(page, webhookPath(id));
  await expect(page.getByText(/^Failing since/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("It answered with status 500.").first()).toBeVisible();
  const row = deliveries(page).getByRole("row", { name: new RegExp(email) });
  await expect(row).toContainText("Retrying");
  await expectAccessible(page);
  await row.getByRole("button", { name: "lead.created" }).click();
  await expect(dialog(page).getByText("Out of order").first()).toBeVisible();
  await expect(dialog(page).getByText("Next attempt")).toBeVisible();
  receiver.answer = (response) => response.end("ok");
  await dialog(page).getByRole("button", { name: "Retry now" }).click();
  // The dialog stays open, and shows what happens.
  await expect(dialog(page).getByText("Delivered")).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press("Escape");
  await expect(row).toContainText("Delivered");

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByText("Nothing is sent until it's resumed.")).toBeVisible();
  const missed = [await createLead(), await createLead()];
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(dialog(page).getByRole("radio", { name: "Send the 2 missed events" })).toBeChecked({ timeout: 15_000 });
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Resume" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const received = () => receiver.events().map(({ data }) => (data as { email?: string }).email);
  await expect.poll(received, { timeout: 15_000 }).toEqual(expect.arrayContaining(missed));

  // What was sent is also at the lead, and leads to the delivery.
  await openPage(page, leadPath(email));
  const card = page.getByRole("list", { name: "Webhooks" });
  await expect(card).toContainText("Warehouse");
  await card.getByRole("listitem").filter({ hasText: "Warehouse" }).getByRole("link", { name: "lead.created" }).click();
  await expect(dialog(page).getByText("Delivered")).toBeVisible();
});

test("an event can be found by its lead, and events of a period are sent again", heavyOnly, async ({ page, context }) => {
  const receiver = await startReceiver();
  await signInAsAdmin(context);
  // No other test here updates leads, and events from before the webhook are sent too.
  const { id } = await createWebhook(context, { url: receiver.url, events: ["lead.updated"] });
  const [first, second] = [await createLead(), await createLead()];
  for (const email of [first, second]) await postApi("/leads/bulk", { action: "add_tags", emails: [email], tags: [uniqueTag()] });
  await expect.poll(() => receiver.requests.length, { timeout: 15_000 }).toBe(2);
  await openPage(page, webhookPath(id));
  await expect(deliveries(page).getByRole("row", { name: new RegExp(first) })).toHaveCount(1);
  await page.getByRole("search", { name: "Filters" }).getByRole("button", { name: "Lead" }).click();
  await page.getByRole("textbox", { name: "Lead" }).fill(second);
  await page.keyboard.press("Enter");
  await expect(deliveries(page).getByRole("row", { name: new RegExp(second) })).toHaveCount(1);
  await expect(deliveries(page).getByRole("row", { name: new RegExp(first) })).toHaveCount(0);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Recover" }).click();
  await dialog(page).getByRole("radio", { name: "All", exact: true }).click();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Recover events" }).click();
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(4);
  expect(new Set(receiver.ids()).size).toBe(2);
});

test("a staff member who can't manage webhooks reads them, and which role can", async ({ page, context }) => {
  await signInAsAdmin(context);
  const { id } = await createWebhook(context, { url: "http://127.0.0.1:9/hooks", description: "Books" });
  await signIn(context, await createStaffMember("viewer"));
  await openPage(page, routes.settings.webhooks);
  await expect(page.getByText("Managing webhooks needs the role admin or higher.")).toBeVisible();
  await openPage(page, webhookPath(id));
  await expect(page.getByText("Managing webhooks needs the role admin or higher.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Send test|Pause|Edit|More actions)$/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("the settings of a webhook are edited, its secret is rotated, and it is deleted", heavyOnly, async ({ page, context }) => {
  await signInAsAdmin(context);
  const { id } = await createWebhook(context, { url: "http://127.0.0.1:9/hooks", description: "Old shop" });
  await openPage(page, webhookPath(id));
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByLabel("Description").fill("New shop");
  await dialog(page).getByText("More options").click();
  await dialog(page).getByLabel("Tag").fill("vip");
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "New shop" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Filter" })).toHaveText("Tag vip");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Rotate secret" }).click();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Rotate secret" }).click();
  await expect(dialog(page).getByText(/^whsec_/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByText(/^The old secret also signs until/)).toBeVisible();

  await page.getByRole("button", { name: "Send test" }).click();
  await dialog(page).getByRole("combobox", { name: "Event" }).click();
  await pickOption(page, "Search events", "wave.sent", "wave.sent");
  await dialog(page).getByRole("button", { name: "Send test" }).click();
  await expect(dialog(page).getByRole("status", { name: "Result" })).toContainText("No answer");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete webhook" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.settings.webhooks}$`));
  await expect(page.getByRole("link", { name: "New shop" })).toHaveCount(0);
});

test("the messages of a chat get texts of one's own, as the preview shows them", heavyOnly, async ({ page, context }) => {
  await signInAsAdmin(context);
  const { id } = await createWebhook(context, { url: "http://127.0.0.1:9/hooks", description: "Launch" });
  // No chat gets messages of a test.
  await queryDatabase(
    (sql) => sql`update webhooks set status = 'paused', format = 'slack', url = 'https://hooks.slack.com/services/T/B/x' where id = ${id}`,
  );
  await openPage(page, `${webhookPath(id)}?action=edit`);
  const preview = dialog(page).getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("New sign-up: Ada Lovelace (ada@example.org)");
  await dialog(page).getByText("More options").click();
  const text = dialog(page).getByLabel("New sign-up", { exact: true });
  await expect(text).toHaveAttribute("placeholder", "New sign-up: {{lead}}");
  await text.fill("{{firstname}} joined from {{source|somewhere}}.");
  await expect(preview).toContainText("Ada joined from newsletter.");
  await expect(preview).not.toContainText("New sign-up: ");
  await dialog(page).getByLabel("Claim", { exact: true }).fill("{{phone}} is in");
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await expect(dialog(page).getByText(/must not have the variable \{\{phone\}\}/i)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel("Claim", { exact: true }).fill("");
  await expect(preview).not.toContainText("12 sign-ups");
  await dialog(page).getByRole("switch", { name: "Daily summary" }).click();
  await expect(preview).toContainText("12 sign-ups");
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("list", { name: "Texts of messages" })).toHaveText(
    "New sign-up {{firstname}} joined from {{source|somewhere}}.",
  );

  await page.getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByLabel("New sign-up", { exact: true }).fill("");
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await expectNoDialog(page);
  await expect(page.getByRole("list", { name: "Texts of messages" })).toHaveCount(0);
  expect(await queryDatabase((sql) => sql`select chat_texts, daily_summary from webhooks where id = ${id}`)).toEqual([
    { chat_texts: {}, daily_summary: true },
  ]);
});
