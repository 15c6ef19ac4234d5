import type { Page } from "@playwright/test";
import { describeRequiredRole, hasRole, type Role, roles } from "@/contract/roles";
import { batchPath, codePath, emailTemplatePath, leadPath, routes } from "@/lib/routes";
import { isHeavy, size } from "@/tests/harness/size";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { createLeads, postApi } from "./harness/leads";
import { createRecords, dashboardPages } from "./harness/pages";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly, sampled } from "./harness/tags";

const main = (page: Page) => page.getByRole("main");
const roleNote = (page: Page, action: string, role: string) =>
  main(page).getByText(`${action} needs the role ${role} or higher. Owners and admins can change roles in Settings › Team.`);
/** The pages that not every role can use, with the role that they need. */
const restrictedPages: Readonly<Record<string, Role>> = {
  [routes.generate]: "member",
  [routes.settings.project]: "admin",
  [routes.settings.publicPages]: "admin",
  [routes.settings.questions]: "admin",
  [routes.settings.team]: "admin",
  [routes.settings.emailDelivery]: "admin",
  [routes.settings.system]: "admin",
  [routes.settings.keys]: "owner",
};
const inputs = (page: Page) => main(page).locator("input, textarea, [role=switch], [role=checkbox], [role=slider]");

for (const role of ["viewer", "member"] as const)
  test(`settings that a ${role} can't change are text, with the role that can`, async ({ page, context }) => {
    await signIn(context, await createStaffMember(role));
    await openPage(page, routes.settings.emailTemplates);
    await expect(roleNote(page, "Changing the design of emails", "admin")).toBeVisible();
    await expect(inputs(page)).toHaveCount(0);
    await expectAccessible(page);

    await openPage(page, emailTemplatePath("joined"));
    await expect(roleNote(page, "Editing email templates", "admin")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Save|^Reset|^Send test/ })).toHaveCount(0);

    await openPage(page, routes.settings.abuseProtection);
    await expect(roleNote(page, "Changing rate limits", "admin")).toBeVisible();
    await expect(page.getByRole("spinbutton")).toHaveCount(0);
    const canBlock = role === "member";
    await expect(roleNote(page, "Changing the block list", "member")).toHaveCount(canBlock ? 0 : 1);
    await expect(inputs(page)).toHaveCount(canBlock ? 1 : 0);
    await expectAccessible(page);
  });

/** In `npm test`, the pages that not every role can use. */
const visitedPages = isHeavy ? dashboardPages : [routes.overview, ...Object.keys(restrictedPages)];

for (const role of size<readonly Role[]>(["viewer", "admin"], roles))
  test(`each page that a role can't use says so to a staff member with the role ${role}`, sampled, async ({ page, context }) => {
    await signIn(context);
    const records = isHeavy ? Object.values(await createRecords(context)) : [];
    await signIn(context, await createStaffMember(role));
    for (const path of [...visitedPages, ...records]) {
      await page.goto(path);
      const required = restrictedPages[path] ?? "viewer";
      const forbidden = page.getByRole("heading", { name: "You don't have access to this page" });
      await expect(forbidden, path).toHaveCount(hasRole(role, required) ? 0 : 1);
      if (!hasRole(role, required)) await expect(main(page), path).toContainText(describeRequiredRole(required, "This page"));
      await expect(page.getByRole("heading", { name: /Page not found|couldn't be loaded/ }), path).toHaveCount(0);
    }
  });

test("pages of single things say which actions a viewer can't do", heavyOnly, async ({ page, context }) => {
  const { emails } = await createLeads(1);
  const [{ code, batch }] = await postApi("/codes/generate", { amount: 1 });
  await signIn(context, await createStaffMember("viewer"));
  const pages = [
    [leadPath(emails[0] ?? ""), "Changing and emailing this lead"],
    [codePath(code), "Changing and sending this code"],
    [batchPath(batch.id), "Changing and sending this batch"],
    [routes.imports, "Importing"],
    [routes.waves, "Inviting the next in line"],
  ] as const;
  for (const [path, action] of pages) {
    await openPage(page, path);
    await expect(roleNote(page, action, "member")).toBeVisible();
  }
});

test("the invitation dialog shows what each role can do, also on a phone", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, routes.settings.team);
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("What each role can do").click();
  const row = dialog.getByRole("row", { name: /^Email templates / });
  await expect(row.getByRole("cell")).toHaveText(["View", "Some", "All", "All"]);
  await expect(dialog.getByRole("row", { name: /^Keys / }).getByRole("cell")).toHaveText(["–", "–", "–", "All"]);
  await expect(dialog.getByText("Views, from member: save a view; update a view; delete a view")).toBeAttached();
  const { scrollWidth, clientWidth } = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await expectAccessibleInEachLook(page);
});
