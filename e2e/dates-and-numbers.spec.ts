import { routes } from "@/lib/routes";
import { expect, openPage, test } from "./harness/fixtures";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

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
  // The last one ends in the year 27.
  for (const keys of ["1225", "11312027", "122527"]) {
    await expires.fill("");
    await expires.focus();
    await page.keyboard.type(keys);
    await page.keyboard.press("Enter");
    await submit.click();
    await expect(page.getByText("Isn't a date and time that exists."), keys).toBeVisible();
    await expect(expires).toBeFocused();
  }
  await expires.fill("");
  await page.getByLabel("Expires: time").fill("18:00");
  await submit.click();
  await expect(page.getByText("Isn't a date and time that exists."), "a time without a date").toBeVisible();
  await expect(expires).toBeFocused();
  await expect(page.getByText("Never expires.")).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${routes.generate}$`));
  await expires.fill("2031-12-31");
  await submit.click();
  await expect(page).toHaveURL(new RegExp(`${routes.batches}/`));
});

test("a number that was deleted stays empty, and doesn't become the one from before", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.settings.project);
  const codes = page.getByLabel("Invite codes for each lead");
  await codes.press("ControlOrMeta+a");
  await codes.press("Backspace");
  await codes.pressSequentially("7");
  await expect(codes).toHaveValue("7");
  await codes.press("Backspace");
  await codes.blur();
  await expect(codes).toHaveValue("");
  await expect(page.getByText("is required", { exact: true })).toBeVisible();

  await openPage(page, routes.dialogs.inviteFromWaitlist);
  const expires = page.getByRole("dialog").getByLabel(/expire/i);
  await expect(expires).toHaveValue("7");
  await expires.fill("");
  await expires.blur();
  await expect(expires).toHaveValue("");
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

test("a date shows the same moment in another time zone", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.settings.project);
  const chooseZone = async (city: string) => {
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.keyboard.type(city);
    await page.getByRole("option", { name: city }).click();
  };
  await chooseZone("Auckland");
  await page.getByLabel("Sign-ups open: date").fill("2031-01-15");
  await chooseZone("Honolulu");
  await expect(page.getByText("Jan 14, 2031, 01:00 Honolulu time")).toBeVisible();
  await expect(page.getByLabel("Sign-ups open: date")).toHaveValue("2031-01-14");
  await expect(page.getByLabel("Sign-ups open: time")).toHaveValue("01:00");
});
