import { leadPath, routes } from "@/lib/routes";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { postApi, uniqueTag } from "./harness/leads";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("shows a lead's profile and history, and edits the profile in place", async ({ page, context }) => {
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

test("deletes a lead after saying what is deleted with them", heavyOnly, async ({ page, context }) => {
  const email = `${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  const [{ code }] = await postApi("/codes/generate", { amount: 1 });
  await postApi("/codes/claim", { code, email });
  await signIn(context);
  await page.goto(leadPath(email));
  await page.getByRole("button", { name: `More actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
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
