import { expect, test } from "vitest";
import { allBut } from "@/contract/call";
import { closedTo } from "@/contract/index";
import { roles } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { firstSettingsFor, isCurrent, navFor, settingsFor } from "./nav";

test("at most one page of the sidebar is the current one", () => {
  const currentAt = (path: string) => navFor(() => true).flatMap((item) => (isCurrent(item, path) ? [item.label] : []));
  expect(currentAt(routes.overview)).toEqual(["Overview"]);
  expect(currentAt(routes.activity)).toEqual(["Activity"]);
  expect(currentAt(routes.settings.team)).toEqual(["Settings"]);
  expect(currentAt(routes.suppressions)).toEqual(["Sends"]);
  expect(currentAt(routes.docs)).toEqual([]);
});

test("the settings begin with what somebody may change", () => {
  const first = roles.map((role) => firstSettingsFor(allBut(closedTo(role))));
  expect(first).toEqual([routes.settings.account, routes.settings.account, routes.settings.project, routes.settings.project]);
  for (const role of roles) {
    const may = allBut(closedTo(role));
    expect(settingsFor(may).map(({ href }) => href)).toEqual(expect.arrayContaining([firstSettingsFor(may), routes.settings.mails]));
  }
});
