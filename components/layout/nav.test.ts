import { expect, test } from "vitest";
import { canCallExcept } from "@/contract/call";
import { forbiddenCalls } from "@/contract/index";
import { roles } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { getDefaultSettingsPage, getNavItems, getSettingsGroups, isCurrentNavItem } from "./nav";

test("at most one item of the sidebar is current", () => {
  const currentItems = (path: string) => getNavItems(() => true).flatMap((item) => (isCurrentNavItem(item, path) ? [item.label] : []));
  expect(currentItems(routes.overview)).toEqual(["Overview"]);
  expect(currentItems(routes.activity)).toEqual(["Activity"]);
  expect(currentItems(routes.settings.team)).toEqual(["Settings"]);
  expect(currentItems(routes.suppressions)).toEqual(["Sends"]);
  expect(currentItems(routes.docs)).toEqual([]);
});

test("the settings open on a page that the staff member can change", () => {
  const defaultPages = roles.map((role) => getDefaultSettingsPage(canCallExcept(forbiddenCalls(role))));
  const { account, project, emailTemplates } = routes.settings;
  expect(defaultPages).toEqual([account, account, project, project]);
  for (const role of roles) {
    const canCall = canCallExcept(forbiddenCalls(role));
    expect(getSettingsGroups(canCall).flatMap(({ pages }) => pages.map(({ href }) => href))).toEqual(
      expect.arrayContaining([getDefaultSettingsPage(canCall), emailTemplates]),
    );
  }
});
