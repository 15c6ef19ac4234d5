import { emailTemplatePath, routes } from "@/lib/routes";
import { expect } from "./harness/fixtures";
import { test } from "./harness/isolated-site";
import { signIn } from "./harness/staff";

test("questions that two people save at the same time are merged, and a question that both changed is asked about", async ({
  page,
  context,
}) => {
  await signIn(context);
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto(routes.settings.questions);
  const add = async (each: typeof page, label: string) => {
    await each.getByRole("button", { name: "Add question" }).click();
    await each.getByLabel("Question", { exact: true }).last().fill(label);
    await each.getByRole("button", { name: "Save changes" }).click();
    await expect(each.getByText("Questions saved").first()).toBeVisible();
  };
  await add(other, "Company");
  await add(page, "Team size");
  const questions = page.getByLabel("Question", { exact: true });
  await expect(questions).toHaveCount(2);
  await expect(questions.first()).toHaveValue("Company");

  await other.reload();
  /** Waits for the answer to the request that a click sends. */
  const answered = async (each: typeof page, click: Promise<void>) => {
    await Promise.all([each.waitForResponse((response) => response.request().method() === "PATCH"), click]);
  };
  const rename = async (each: typeof page, label: string) => {
    await each.getByLabel("Question", { exact: true }).first().fill(label);
    await answered(each, each.getByRole("button", { name: "Save changes" }).click());
  };
  await rename(other, "Your employer");
  await expect(other.getByText("Questions saved")).toBeVisible();
  await rename(page, "Your company");
  const conflict = page.getByRole("alert").filter({ hasText: "Someone else has saved these questions" });
  await expect(conflict).toContainText("Theirs: Your employer");
  await expect(conflict).toContainText("Yours: Your company");
  await expect(questions.first()).toHaveValue("Your company");
  await answered(page, conflict.getByRole("button", { name: "Save mine instead" }).click());
  await expect(conflict).toHaveCount(0);
  await other.reload();
  await expect(other.getByLabel("Question", { exact: true }).first()).toHaveValue("Your company");

  await rename(page, "Firm");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await rename(other, "Agency");
  await other.getByRole("button", { name: "Use theirs" }).click();
  await expect(other.getByLabel("Question", { exact: true }).first()).toHaveValue("Firm");
  await expect(other.getByRole("button", { name: "Save changes" })).toBeDisabled();
});

test("an email template keeps what someone else changed in another field", async ({ page, context }) => {
  await signIn(context);
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto(emailTemplatePath("code"));
  const save = async (each: typeof page, field: string, text: string) => {
    await each.getByLabel(field, { exact: true }).fill(text);
    await each.getByRole("button", { name: "Save changes" }).click();
    await expect(each.getByText("Email template saved", { exact: true })).toBeVisible();
  };
  await save(other, "Subject", "Their subject");
  await save(page, "Button label", "My button");
  await page.reload();
  await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("Their subject");
  await expect(page.getByLabel("Button label", { exact: true })).toHaveValue("My button");
});
