import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { overviewLabels } from "./labels";

test("the guide lists the steps of the checklist by their titles, in their order", () => {
  const guide = readFileSync(new URL("../../docs/guide/getting-started.md", import.meta.url), "utf8");
  const paragraph = guide.split("\n").find((line) => line.includes("The checklist *Get started*")) ?? "";
  const titles = Object.values(overviewLabels.onboarding.steps).map(({ title }) => title);
  expect([...paragraph.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name).filter((name) => titles.includes(name ?? ""))).toEqual(titles);
});
