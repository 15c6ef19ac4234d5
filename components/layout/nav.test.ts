import { expect, test } from "vitest";
import { canCallExcept } from "@/contract/call";
import { forbiddenCalls } from "@/contract/index";
import { roles } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { getDefaultSettingsPage, isCurrentNavItem, getNavItems, getSettingsTabs } from "./nav";

test("at most one page of the sidebar is the current one", () => {
  const currentAt = (path: string) => getNavItems(() => true).flatMap((item) => (isCurrentNavItem(item, path) ? [item.label] : []));
  expect(currentAt(routes.overview)).toEqual(["Overview"]);
  expect(currentAt(routes.activity)).toEqual(["Activity"]);
  expect(currentAt(routes.settings.team)).toEqual(["Settings"]);
  expect(currentAt(routes.suppressions)).toEqual(["Sends"]);
  expect(currentAt(routes.docs)).toEqual([]);
});

test("the settings begin with what somebody may change", () => {
  const first = roles.map((role) => getDefaultSettingsPage(canCallExcept(forbiddenCalls(role))));
  expect(first).toEqual([routes.settings.account, routes.settings.account, routes.settings.project, routes.settings.project]);
  for (const role of roles) {
    const may = canCallExcept(forbiddenCalls(role));
    expect(getSettingsTabs(may).map(({ href }) => href)).toEqual(expect.arrayContaining([getDefaultSettingsPage(may), routes.settings.emailTemplates]));
  }
});
