import { leadPath, routes, withQuery } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { callApi } from "./harness/api";
import { queryDatabase } from "./harness/database";
import { downloadExport } from "./harness/download-export";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { createLeads, leadRow, mockErrorResponse, postApi, selectionBar, uniqueTag, updateLead } from "./harness/leads";
import { addFilter, chooseMenuItem } from "./harness/popups";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("a lead is added by hand, and the form links to a lead that already exists", heavyOnly, async ({ page, context }) => {
  const email = `${uniqueTag()}@example.org`;
  await signIn(context);
  await page.goto(routes.dialogs.addLead);
  const dialog = page.getByRole("dialog", { name: "Add lead" });
  await dialog.getByLabel("Email").fill("invalid");
  await dialog.getByRole("button", { name: "Add lead", exact: true }).click();
  await expect(dialog.getByText(/must be a valid email/i)).toBeVisible();
  await dialog.getByLabel("Email").fill(email.toUpperCase());
  await dialog.getByLabel("First name").fill("Ada");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add lead", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${routes.leads}$`));
  await expect(leadRow(page, email)).toContainText("Ada");
  await expect(leadRow(page, email)).toContainText("Waiting");

  await page.getByRole("button", { name: "Add lead" }).first().click();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Add lead", exact: true }).click();
  await expect(dialog.getByText("A lead with this email already exists.")).toBeVisible();
  await dialog.getByRole("link", { name: "View lead" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(new RegExp(`${leadPath(email)}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada");
});

test("all matching leads are added to the waitlist, deleted, and brought back", heavyOnly, async ({ page, context }) => {
  const { emails, list } = await createLeads(52);
  const [code] = await postApi("/codes/generate", { amount: 1, allowedClaims: 5 });
  await postApi("/codes/claim", { code: code.code, email: emails[0] });
  await signIn(context);
  await page.goto(list);
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await page.getByRole("button", { name: "Select all 52 that match" }).click();
  await selectionBar(page).getByRole("button", { name: "Add to waitlist" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Add to waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Added 52 leads to the waitlist", exact: true })).toBeVisible();
  await expect(leadRow(page, emails[51] ?? "")).toContainText("Waiting");

  await selectionBar(page).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 52 leads?" });
  await expect(dialog).toContainText("1 of them claimed a code and loses access");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Deleted 52 leads" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await expect(selectionBar(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Restored 52 items" })).toBeVisible();
  await expect(leadRow(page, emails[51] ?? "")).toContainText("Waiting");
  await page.goto(leadPath(emails[0] ?? ""));
  await expect(page.getByRole("list", { name: "History" })).toContainText("Restored this lead");
});

test("the URL keeps filters and sort order through a reload and the back button", heavyOnly, async ({ page, context }) => {
  const { tag, emails, list } = await createLeads(2, { waitlist: true });
  const referredEmail = `referred.${tag}@example.org`;
  const [referrer = "", other = ""] = emails;
  const { referralCode } = (await callApi(`${site().baseUrl}/api/leads/email/${referrer}`, { key: site().secretKey })).data;
  await postApi("/leads/create", { email: referredEmail, referralCode });
  await signIn(context);
  await page.goto(list);
  const listedEmails = () => page.locator("tr[data-row]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
  await expect.poll(listedEmails).toEqual([referredEmail, other, referrer]);
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await expect.poll(listedEmails).toEqual([referrer, other, referredEmail]);
  await addFilter(page, "On the waitlist");
  await chooseMenuItem(page, /^Yes$/, "menuitemradio");
  await expect.poll(listedEmails).toEqual([referrer, other]);
  await page.reload();
  await expect.poll(listedEmails).toEqual([referrer, other]);
  await page.goBack();
  await expect.poll(listedEmails).toEqual([referrer, other, referredEmail]);
  await page.goto(withQuery(routes.leads, { referredBy: referrer }));
  await expect.poll(listedEmails).toEqual([referredEmail]);
  const { text } = await downloadExport(page);
  expect(text).toContain(referredEmail);
  expect(text).not.toContain(other);
  expect((await downloadExport(page, { format: "Excel" })).name).toBe("leads.xlsx");
});

test("an export has the leads that were selected on different pages", heavyOnly, async ({ page, context }) => {
  const { emails, list } = await createLeads(52);
  const [oldest = "", other = ""] = emails;
  await signIn(context);
  await page.goto(list);
  const newest = emails.at(-1) ?? "";
  await page.getByRole("checkbox", { name: `Select ${newest}` }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("checkbox", { name: `Select ${oldest}` }).click();
  const { name, text } = await downloadExport(page, { trigger: selectionBar(page).getByRole("button", { name: "Export" }) });
  expect(name).toBe("leads.csv");
  expect(text).toContain(newest);
  expect(text).toContain(oldest);
  expect(text).not.toContain(other);
});

test("viewers see leads without actions that change them", heavyOnly, async ({ page, context }) => {
  const { emails, list } = await createLeads(1, { firstname: "Ada", notes: "Met at the fair." });
  await signIn(context, await createStaffMember("viewer"));
  await page.goto(list);
  await expect(leadRow(page, emails[0] ?? "")).toContainText("Met at the fair.");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Edit the|Add lead|Export/ })).toHaveCount(0);
  await expect(
    page.getByText("Exporting and changing leads needs the role member or higher. Owners and admins can change roles in Settings › Team."),
  ).toBeVisible();
  await expectAccessible(page);
  await leadRow(page, emails[0] ?? "")
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada");
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Send code|Invite|More actions/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("leads log no errors and are accessible", heavyOnly, async ({ page, context }) => {
  const { emails, list } = await createLeads(2, { firstname: "Hubert Blaine", lastname: "Wolfeschlegelsteinhausenbergerdorff" });
  await signIn(context);
  const lead = leadPath(emails[0] ?? "");
  for (const path of size([lead], [withQuery(routes.leads, { q: "no-such-lead" }), lead])) {
    await openPage(page, path);
    await expectAccessibleInEachLook(page);
  }
  await page.goto(list);
  await page.getByRole("checkbox", { name: `Select ${emails[0]}` }).click();
  await expect(selectionBar(page)).toBeVisible();
  await expectAccessibleInEachLook(page);
});

test("the list loads leads on retry after an error", heavyOnly, async ({ page, context }) => {
  const { emails, list } = await createLeads(1);
  await signIn(context);
  await page.goto(list);
  await expect(leadRow(page, emails[0] ?? "")).toBeVisible();
  const response = mockErrorResponse(403, "role_required", "Your role doesn't allow this action.");
  await page.route("**/api/leads?*", (route) => route.fulfill(response));
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await expect(page.getByText(response.json.requestId)).toBeVisible();
  await page.unroute("**/api/leads?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(leadRow(page, emails[0] ?? "")).toBeVisible();
});

test(
  "the list shows the filters that are set, and opens the others from a menu, also by keyboard and on phones",
  heavyOnly,
  async ({ page, context }) => {
    const { tag, emails } = await createLeads(2);
    await updateLead(emails[0] ?? "", { tags: [tag] });
    await signIn(context);
    await page.setViewportSize({ width: 1280, height: 800 });
    await openPage(page, withQuery(routes.leads, { q: tag }));
    const bar = page.getByRole("search", { name: "Filters" });
    const chip = (name: string) => bar.getByRole("button", { name, exact: true });
    const clear = (name: string) => bar.getByRole("button", { name: `Clear filter: ${name}` });
    const more = bar.getByRole("button", { name: "Add filter" });
    await expect(chip("Channel")).toHaveCount(0);

    await addFilter(page, "Channel");
    await chooseMenuItem(page, "API", "menuitemradio");
    await expect(page).toHaveURL(/source=api/);
    await expect(clear("Channel")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/2$/);
    await page.reload();
    await clear("Channel").click();
    await expect(more).toBeFocused();
    await expect(page).not.toHaveURL(/source=/);
    await expect(bar.getByText("Channel")).toHaveCount(0);

    // By keyboard. A filter with a form gets the focus in its field.
    await more.press("Enter");
    await expect(page.getByRole("combobox", { name: "Search filters" })).toBeFocused();
    await expect(page.getByRole("option", { name: "Invited", exact: true })).toHaveCount(1);
    await page.keyboard.type("campaign");
    await expect(page.getByRole("option")).toHaveText(["UTM campaign"]);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Value")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(chip("UTM campaign")).toBeFocused();

    await page.setViewportSize({ width: 390, height: 800 });
    await openPage(page, withQuery(routes.leads, { q: tag, tag }));
    await expect(clear("Tag")).toBeVisible();
    await expect(chip("Invited")).toBeHidden();
    await clear("Tag").click();
    await expect(more).toBeFocused();
    await openPage(page, routes.leads);
    expect((await bar.boundingBox())?.height).toBeLessThan(110);
    await addFilter(page, "Invited");
    await chooseMenuItem(page, /^No$/, "menuitemradio");
    await expect(page).toHaveURL(/invited=false/);
    await expect(clear("Invited")).toBeVisible();
    await expectAccessible(page);
  },
);

test("the mouse selects an email in the list without opening the lead, and a click opens it", async ({ page, context }) => {
  const { emails, list } = await createLeads(1);
  const [email = ""] = emails;
  await signIn(context);
  await openPage(page, list);
  const link = page.getByRole("link", { name: email, exact: true });
  const box = await link.boundingBox();
  if (box === null) throw new Error("The link isn't visible.");
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected).toBe(email.slice(0, selected?.length));
  expect(selected?.length).toBeGreaterThan(5);
  await expect(page).toHaveURL(new RegExp(`${routes.leads}\\?`));
  await link.click();
  await expect(page).toHaveURL(new RegExp(leadPath(email)));
});

test("a click with Shift selects all rows from the one that was clicked last", async ({ page, context }) => {
  const { list } = await createLeads(4);
  await signIn(context);
  await openPage(page, list);
  const checkbox = (index: number) => page.locator("tbody").getByRole("checkbox").nth(index);
  await checkbox(0).click();
  await checkbox(2).click({ modifiers: ["Shift"] });
  await expect(selectionBar(page)).toContainText("3 selected");
  await expect(checkbox(3)).not.toBeChecked();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await checkbox(1).click({ modifiers: ["Shift"] });
  await expect(selectionBar(page)).toContainText("1 selected");
});

test("selected leads get tags, the list filters by a tag, and the page of a lead removes it", heavyOnly, async ({ page, context }) => {
  const { tag: unique, emails, list } = await createLeads(2);
  const [email = ""] = emails;
  const tag = `vip ${unique}`;
  await signIn(context);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(list);
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await selectionBar(page).getByRole("button", { name: "Add tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tags to 2 leads" });
  await expect(dialog.getByRole("button", { name: "Add tags" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Add tag", exact: true }).click();
  await page.getByRole("combobox", { name: "Search or create a tag" }).fill(tag.toUpperCase());
  await page.getByRole("option", { name: tag }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add tags" }).click();
  await expect(page.getByRole("heading", { name: "Added tags to 2 leads", exact: true })).toBeVisible();
  await expect(leadRow(page, email)).toContainText(tag);

  await page.goto(routes.leads);
  await addFilter(page, "Tag");
  await page.getByRole("combobox", { name: "Search tags" }).fill(unique);
  await page.getByRole("option", { name: tag }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/2$/);
  await leadRow(page, email).getByRole("link", { name: email }).click();
  await page.getByRole("button", { name: `Remove tag: ${tag}` }).click();
  await expect(page.getByRole("button", { name: `Remove tag: ${tag}` })).toHaveCount(0);
  await expect(page.getByText(`Removed the tag ${tag} from this lead`)).toBeVisible();
});

test(
  "a shared view has filters, a sort order and columns, and leaves out a filter that no longer exists",
  heavyOnly,
  async ({ page, context }) => {
    const { emails, tag } = await createLeads(2);
    const name = `View ${tag}`;
    await signIn(context);
    await page.goto(withQuery(routes.leads, { q: tag, sort: "email", order: "asc" }));
    await page.getByRole("button", { name: "Columns" }).click();
    // The table is too narrow for it.
    await expect(page.getByRole("menuitemcheckbox", { name: "Notes" })).not.toBeChecked();
    await chooseMenuItem(page, "Referral code", "menuitemcheckbox");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "Referral code" })).toBeVisible();
    // It's a default column, so the choice has it, too. The table scrolls sideways then.
    await expect(page.getByRole("columnheader", { name: "Notes" })).toBeVisible();

    const views = page.getByRole("search", { name: "Filters" }).getByRole("button", { name: /View/ });
    await views.click();
    await chooseMenuItem(page, "Save as new view…");
    await page.getByRole("dialog", { name: "Save view" }).getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(views).toHaveText(name);

    // Another member of the team, in another browser.
    const [view] = await queryDatabase<{ id: string }>((sql) => sql`select id from saved_views where name = ${name}`);
    await queryDatabase(
      (sql) => sql`update saved_views set filters = filters || '{"removed": "x", "status": "gone"}' where id = ${view?.id ?? ""}`,
    );
    await page.goto(routes.leads);
    await views.click();
    await chooseMenuItem(page, name, "menuitemradio");
    await expect(page).toHaveURL(new RegExp(`q=${tag}.*sort=email`));
    await expect(views).toHaveText(name);
    await expect(page.getByRole("columnheader", { name: "Referral code" })).toBeVisible();
    await expect(leadRow(page, emails[1] ?? "")).toBeVisible();

    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(views).toHaveText(`${name}(changed)`);
    await expectAccessible(page);
    await views.click();
    await chooseMenuItem(page, "Delete…");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete view" }).click();
    await expect(views).toHaveText("Views");
  },
);

test("an export has the columns of the table, or chosen ones", heavyOnly, async ({ page, context }) => {
  const { tag, emails } = await createLeads(1, { firstname: "Ada" });
  await signIn(context);
  await page.goto(withQuery(routes.leads, { q: tag, columns: "email,name" }));
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: "NDJSON" }).click();
  await dialog.getByRole("radio", { name: "Choose columns" }).click();
  await expect(dialog.getByRole("checkbox", { name: "First name" })).toBeChecked();
  await dialog.getByRole("button", { name: "Select none" }).click();
  await expect(dialog.getByRole("button", { name: "Export" })).toBeDisabled();
  for (const name of ["Email", "First name"]) await dialog.getByRole("checkbox", { name, exact: true }).click();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join("");
  expect(JSON.parse(text)).toEqual({ email: emails[0], firstname: "Ada" });
});
