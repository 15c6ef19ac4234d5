import { leadPath, routes } from "@/lib/routes";
import { expect, expectAccessible, openPage, test } from "./harness/fixtures";
import { getLead, postApi, uniqueTag } from "./harness/leads";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("pasted rows are imported: check, run, report and undo", async ({ page, context }) => {
  const tag = uniqueTag();
  const [ada, grace] = [`ada.${tag}@example.org`, `grace.${tag}@example.org`];
  await postApi("/leads/create", { email: grace, firstname: "Grace" });
  await signIn(context);
  await openPage(page, routes.leads);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("button", { name: "Paste rows" }).click();
  await page
    .getByLabel("Rows", { exact: true })
    .fill(`Who\tFirst Name\tPlan\n${ada}\tAda\tPro\n${grace}\tGracie\tFree\nmissing@\tNo\t\n${ada}\tAda\t`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("combobox", { name: "Import First Name as" })).toHaveText("First name");
  await expect(page.getByText("Pro · Free")).toBeVisible();
  await page.getByRole("combobox", { name: "Import Plan as" }).click();
  await page.getByRole("option", { name: "Notes" }).click();
  await page.getByRole("radio", { name: "Overwrite" }).click();
  await page.getByRole("radio", { name: "Add everyone" }).click();
  await page.getByLabel("Consent").fill("Fair in Berlin");
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByRole("heading", { name: "Check results" })).toBeFocused();
  await expect(page.getByRole("row", { name: /^4 Who missing@ must be a valid email/ })).toBeVisible();
  await expect(page.getByRole("row", { name: `5 Who ${ada} An earlier row has this email` })).toBeVisible();
  await expectAccessible(page);
  const result = (name: string) =>
    page
      .locator("dl div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd")
      .first();
  // The check and the result say the same.
  const expectCounts = async () => {
    for (const name of ["New", "Existing", "Duplicates", "Invalid"]) await expect(result(name)).toHaveText("1");
  };
  await expectCounts();
  await page.getByRole("button", { name: "Import 2 leads" }).click();
  await expect(page.getByRole("heading", { name: "Result" })).toBeFocused();
  await expectCounts();
  await expect(page.getByText("1 updated, 0 unchanged")).toBeVisible();
  await page.reload();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download refused rows" }).click();
  expect((await download).suggestedFilename()).toBe("refused-rows-Pasted rows.csv");
  const refused = (await (await (await download).createReadStream()).toArray()).join("");
  expect(refused).toContain(`4,"Who: must be a valid email, such as ada@example.org",missing@`);
  expect(refused).toContain(`5,An earlier row has this email,${ada}`);
  expect(await getLead(ada)).toMatchObject({ firstname: "Ada", notes: "Pro", onWaitlist: true, consent: { wording: "Fair in Berlin" } });
  expect(await getLead(grace)).toMatchObject({ firstname: "Gracie", notes: "Free" });
  await page.getByRole("link", { name: "View imported leads" }).click();
  const leads = page.getByRole("table", { name: "Leads" }).locator("tbody").getByRole("row");
  await expect(leads).toHaveCount(2);
  await expect(page.getByRole("search", { name: "Filters" })).toContainText("Pasted rows");
  await expectAccessible(page);
  await page.goBack();
  const importUrl = page.url();
  const history = page.getByRole("list", { name: "History" });
  await page.goto(leadPath(ada));
  await expect(history).toContainText("Imported from Pasted rows");
  await page.goto(leadPath(grace));
  await expect(history).toContainText("Updated by the import of Pasted rows");
  await page.goto(importUrl);
  await page.getByRole("button", { name: "Undo import" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Undo the import of Pasted rows?" });
  await expect(dialog.getByText(/^The 1 lead that this import added is deleted/)).toBeVisible();
  await dialog.getByLabel("Type undo to confirm").fill("undo");
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
  expect(await getLead(ada)).toBeUndefined();
  expect(await getLead(grace)).toMatchObject({ firstname: "Grace", notes: "" });
});

test("an import makes a new field of a column, whose values the list of imported leads shows", heavyOnly, async ({ page, context }) => {
  const tag = uniqueTag();
  await signIn(context);
  await openPage(page, routes.imports);
  await page.getByRole("button", { name: "Paste rows" }).click();
  await page.getByLabel("Rows", { exact: true }).fill(`Email\tTeam ${tag}\nada.${tag}@example.org\tEngines ${tag}`);
  await page.getByRole("button", { name: "Continue" }).click();
  const column = page.getByRole("combobox", { name: `Import Team ${tag} as` });
  await column.click();
  await page.getByRole("option", { name: "New field" }).click();
  await expect(column).toHaveText(`Team ${tag}`);
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("button", { name: "Import 1 lead" }).click();
  await page.getByRole("link", { name: "View imported leads" }).click();
  const leads = page.getByRole("table", { name: "Leads" });
  await expect(leads.getByRole("columnheader", { name: `Team ${tag}` })).toBeVisible();
  await expect(leads.getByText(`Engines ${tag}`)).toBeVisible();
});

test(
  "an import asks what a status and a column about members mean, and imports people who must confirm their email",
  heavyOnly,
  async ({ page, context }) => {
    const tag = uniqueTag();
    const [ada, bob] = [`ada.${tag}@example.org`, `bob.${tag}@example.org`];
    await signIn(context);
    await openPage(page, routes.imports);
    await page.getByRole("button", { name: "Paste rows" }).click();
    await page.getByLabel("Rows", { exact: true }).fill(`Email\tStatus\tSuspended\n${ada}\tpending\tno\n${bob}\tsubscribed\tyes`);
    await page.getByRole("button", { name: "Continue" }).click();
    const suspended = page.getByRole("radiogroup", { name: /^“Suspended” seems to say who must not be emailed/ });
    await suspended.getByRole("radio", { name: /^Unsubscribed/ }).click();
    await page.getByRole("combobox", { name: "“pending” (1 row)" }).click();
    await page.getByRole("option", { name: /^Hasn't confirmed their email/ }).click();
    await expect(page.getByText("1 person hasn't confirmed their email: “Status” is “pending”.")).toBeVisible();
    await expect(page.getByText("1 person will be suppressed: “Suspended” is “yes”.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Check file" }).click();
    await page.getByRole("button", { name: "Import 2 leads" }).click();
    await expect(page.getByRole("heading", { name: "Result" })).toBeFocused();
    expect(await getLead(ada)).toMatchObject({ status: "unconfirmed", onWaitlist: false });
    expect(await getLead(bob)).toMatchObject({ status: "active", suppression: "unsubscribed" });
  },
);

test("viewers see the imports without actions", heavyOnly, async ({ page, context }) => {
  await signIn(context, await createStaffMember("viewer"));
  await openPage(page, routes.leads);
  await expect(page.getByRole("link", { name: "Import", exact: true })).toBeHidden();
  await openPage(page, routes.imports);
  await expect(page.getByRole("table", { name: "Imports" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose file" })).toBeHidden();
});
