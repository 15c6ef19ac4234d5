import { leadPath, routes } from "@/lib/routes";
import { uniqueTag, postApi } from "./harness/leads";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { signIn } from "./harness/staff";

test("a lead's page says who they are and what happened, and is where they are edited", async ({ page, context }) => {
  const email = `${uniqueTag()}+page@example.org`;
  await postApi("/leads/create", { email, firstname: "عبد الرحمن", lastname: "الخوارزمي" });
  const codes = await postApi("/codes/generate", { amount: 2, name: "Of a lead" });
  await postApi("/codes/claim", { code: codes[0].code, email });
  await signIn(context);
  await page.goto(leadPath(email));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("عبد الرحمن الخوارزمي");
  const history = page.getByRole("list", { name: "History" });
  await expect(history.getByRole("link", { name: codes[0].code })).toBeVisible();
  await page.getByLabel("Notes").fill("Rings back.");
  await page.getByLabel("First name").fill("Al");
  await page.getByLabel("First name").press("Enter");
  await page.getByRole("switch", { name: "On the waitlist" }).click();
  await expect(history.getByText("on the waitlist")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Notes")).toHaveValue("Rings back.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Al الخوارزمي");
  await expect(page.getByRole("switch", { name: "On the waitlist" })).toBeChecked();
});

test("a lead is deleted with what is theirs, once that was said", async ({ page, context }) => {
  const email = `${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  const [{ code }] = await postApi("/codes/generate", { amount: 1 });
  await postApi("/codes/claim", { code, email });
  await signIn(context);
  await page.goto(leadPath(email));
  await page.getByRole("button", { name: `More acts on ${email}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.reload();
  const dialog = page.getByRole("alertdialog", { name: `Delete ${email}?` });
  await expect(dialog).toContainText("They lose the access that 1 claim gave them; the code gets its use back.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.leads}$`));
  await expect(page.getByRole("heading", { name: "The lead is deleted" })).toBeVisible();
  await page.goto(leadPath(email));
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
});
