import { expect, test } from "vitest";
import { routes } from "@/lib/routes";
import { isCurrent, navFor } from "./nav";

test("at most one page of the sidebar is the current one", () => {
  const currentAt = (path: string) => navFor(() => true).flatMap((item) => (isCurrent(item, path) ? [item.label] : []));
  expect(currentAt(routes.overview)).toEqual(["Overview"]);
  expect(currentAt(routes.activity)).toEqual(["Activity"]);
  expect(currentAt(routes.settings.team)).toEqual(["Settings"]);
  expect(currentAt(routes.suppressions)).toEqual(["Sends"]);
  expect(currentAt(routes.docs)).toEqual([]);
});
