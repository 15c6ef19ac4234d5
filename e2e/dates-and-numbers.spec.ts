import { routes } from "@/lib/routes";
import { expect, openPage, test } from "./harness/fixtures";
import { signIn } from "./harness/staff";

test("numbers and dates that can't be read as one value are errors, and nothing is generated", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.generate);
  const amount = page.getByLabel("Number of codes");
  const submit = page.getByRole("button", { name: /^Generate/ });
  for (const text of ["10.000", "1,5"]) {
    await amount.fill(text);
    await submit.click();
    await expect(amount, text).toHaveAttribute("aria-invalid", "true");
    await expect(amount, text).toHaveValue(text);
  }
  await amount.fill("2");

  const expires = page.getByLabel("Expires: date");
  for (const keys of ["1225", "11312027"]) {
    await expires.fill("");
    await expires.focus();
    await page.keyboard.type(keys);
    await page.keyboard.press("Enter");
    await submit.click();
    await expect(page.getByText("Isn't a date and time that exists."), keys).toBeVisible();
    await expect(expires).toBeFocused();
  }
  await expect(page).toHaveURL(new RegExp(`${routes.generate}$`));
  await expires.fill("2031-12-31");
  await submit.click();
  await expect(page).toHaveURL(new RegExp(`${routes.batches}/`));
});

test("half a date in a filter is an error, and doesn't change the list", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.activity);
  await page.getByRole("button", { name: /^Date/ }).click();
  await page.getByLabel("From").focus();
  await page.keyboard.type("1225");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByLabel("From")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${routes.activity}$`));
});
