import { expect, test } from "vitest";
import { type Column, columnsInView, neededWidth, toggleColumn, visibleColumns } from "./columns";

type Item = { name: string };
const column = (id: string, options: Partial<Column<Item>> = {}): Column<Item> => ({
  id,
  header: id,
  cell: ({ name }) => name,
  ...options,
});
const columns = [
  column("name"),
  column("kind", { width: "w-24", minTableWidth: "lg" }),
  column("notes", { width: "w-32 sm:w-40", isOptional: true }),
  column("actions", { hideLabel: true, width: "w-12" }),
];
const visible = (chosen: string[] | null) => visibleColumns(columns, chosen).map(({ id }) => id);

test("a table shows the chosen columns at every width, beside the main one and actions", () => {
  expect(visible(null)).toEqual(["name", "kind", "actions"]);
  expect(visible(["notes"])).toEqual(["name", "notes", "actions"]);
  expect(visibleColumns(columns, ["notes", "kind", "removed"]).map(({ minTableWidth }) => minTableWidth)).toEqual(Array(4).fill(undefined));
  expect(visible(["name"])).toEqual(["name", "actions"]);
  expect(visible(["removed"])).toEqual(visible(null));
  // A column without a width gets 12 rem, and padding and the selection 3.
  expect(neededWidth(columns)).toBe(3 + 12 + 6 + 10 + 3);
});

test("a narrow table shows the columns that fit", () => {
  const inView = (chosen: string[] | null, width: number) => columnsInView(columns, chosen, width).map(({ id }) => id);
  expect(inView(null, 58)).toEqual(["name", "kind", "actions"]);
  expect(inView(null, 57)).toEqual(["name", "actions"]);
  expect(inView(["kind"], 20)).toEqual(["name", "kind", "actions"]);
});

test("choosing a column shows or hides it, and keeps those that a narrow table hides", () => {
  expect(toggleColumn(columns, null, "notes", 57)).toEqual(["name", "kind", "notes", "actions"]);
  expect(toggleColumn(columns, null, "kind", 57)).toEqual(["name", "kind", "actions"]);
  expect(toggleColumn(columns, null, "kind", 58)).toEqual(["name", "actions"]);
  expect(toggleColumn(columns, ["kind"], "kind", 57)).toEqual(["name", "actions"]);
  expect(toggleColumn(columns, ["name"], "kind", 58)).toBeNull();
});
