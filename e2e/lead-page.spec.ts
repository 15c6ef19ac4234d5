import { codePath, leadPath, routes, withQuery } from "@/lib/routes";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { postApi, uniqueTag } from "./harness/leads";
import { chooseMenuItem } from "./harness/popups";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("the page of a lead shows their profile and history, and edits the profile in place", async ({ page, context }) => {
  const email = `${uniqueTag()}+page@example.org`;
  await postApi("/leads/create", { email, firstname: "عبد الرحمن", lastname: "الخوارزمي" });
  const codes = await postApi("/codes/generate", { amount: 2, name: "Of a lead" });
  await postApi("/codes/claim", { code: codes[0].code, email });
  await signIn(context);
  await page.goto(leadPath(email));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("عبد الرحمن الخوارزمي");
  const history = page.getByRole("list", { name: "History" });
  await expect(history.getByRole("link", { name: codes[0].code })).toBeVisible();
  await page.getByLabel("Notes").fill("Call back.");
  await page.getByLabel("First name").fill("Al");
  await page.getByLabel("First name").press("Enter");
  await page.getByRole("switch", { name: "On the waitlist" }).click();
  await expect(history.getByText("to the waitlist")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Notes")).toHaveValue("Call back.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Al الخوارزمي");
  await expect(page.getByRole("switch", { name: "On the waitlist" })).toBeChecked();
});

test("the pages of a lead and a code show their metadata and external ID, by which lists filter", heavyOnly, async ({ page, context }) => {
  const tag = uniqueTag();
  const own = { externalId: `user/${tag}`, metadata: { plan: `pro:${tag}`, "seats 💺": "5" } };
  const email = `${tag}@example.org`;
  await postApi("/leads/create", { email, ...own });
  const [{ code }] = await postApi("/codes/generate", { amount: 1, ...own });
  await signIn(context);
  for (const path of [leadPath(email), codePath(code)]) {
    await page.goto(path);
    await expect(page.getByText(own.externalId, { exact: true })).toBeVisible();
    await expect(page.getByText(`plan: pro:${tag}`)).toBeVisible();
    await expect(page.getByText("seats 💺: 5")).toBeVisible();
    await expect(page.getByText("Only the API can change it.")).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto(withQuery(routes.leads, { metadata: `plan:pro:${tag}` }));
  await expect(page.getByRole("table", { name: "Leads" }).locator("tbody").getByRole("row")).toHaveCount(1);
  await page.goto(withQuery(routes.codes, { externalId: own.externalId }));
  await expect(page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row")).toHaveCount(1);
  await page
    .getByRole("button", { name: /External ID/ })
    .first()
    .click();
  await expect(page.getByRole("textbox", { name: "External ID" })).toHaveValue(own.externalId);
});

test("a lead is deleted after the page said what is deleted with them", heavyOnly, async ({ page, context }) => {
  const email = `${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  const [{ code }] = await postApi("/codes/generate", { amount: 1 });
  await postApi("/codes/claim", { code, email });
  await signIn(context);
  await page.goto(leadPath(email));
  await page.getByRole("button", { name: `More actions for ${email}` }).click();
  await chooseMenuItem(page, "Delete");
  await page.reload();
  const dialog = page.getByRole("alertdialog", { name: `Delete ${email}?` });
  await expect(dialog).toContainText("They claimed 1 code and lose access. The code gets its use back.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.leads}$`));
  await expect(page.getByRole("heading", { name: "Lead deleted" })).toBeVisible();
  await page.goto(leadPath(email));
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test(
  "the page of a lead opens a page with everything about them, and emails a link to their new email",
  heavyOnly,
  async ({ page, context }) => {
    const email = `${uniqueTag()}@example.org`;
    await postApi("/leads/create", { email, firstname: "Ada", notes: "Met in Turin" });
    const existing = await postApi("/leads/create", { email: `${uniqueTag()}@example.org` });
    await signIn(context);
    await page.goto(leadPath(email));
    const openMenu = () => page.getByRole("button", { name: `More actions for ${email}` }).click();
    await openMenu();
    const [data] = await Promise.all([context.waitForEvent("page"), chooseMenuItem(page, "Open personal data")]);
    await expect(data.getByText("Met in Turin")).toBeVisible();
    await data.close();
    await openMenu();
    await chooseMenuItem(page, "Change email");
    const dialog = page.getByRole("dialog", { name: `Change the email of ${email}` });
    await dialog.getByLabel("New email").fill(existing.email);
    await dialog.getByRole("button", { name: "Send link" }).click();
    await expect(dialog.getByText("already exists")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("New email").fill(`new-${email}`);
    await dialog.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("Link sent")).toBeVisible();
    await expect(page.getByRole("list", { name: "History" }).getByText("Asked to change")).toBeVisible();
  },
);
