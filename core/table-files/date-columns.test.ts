import { expect, test } from "vitest";
import { columnOrders, DateCounter } from "./date-columns";

const count = (...values: string[]) => {
  const counter = new DateCounter();
  const dates = values.filter((value) => counter.add(value));
  return { dates, ...columnOrders(counter.result()), readable: counter.result().readable };
};

test.each<[string[], string | null]>([
  [["3/25/2026", "3/4/2026"], "month_first"],
  [["25/3/2026", "3/4/2026"], "day_first"],
  [["03-25-2026 13:31"], "month_first"],
  [["25.3.26", "13/1/26 1:31pm"], "day_first"],
  // The same in both orders, or not in question.
  [["3/3/2026", "2026-03-04", "Mar 4, 2026"], "month_first"],
  [["2026/03/04"], "month_first"],
  [[], "month_first"],
  // Every reading is possible, or none reads all.
  [["3/4/2026", "5/6/2026"], null],
  [["25/3/2026", "3/25/2026"], null],
  [["26/13/05", "99/12/31"], "year_first"],
  [["26/03/31", "75/12/31"], "year_first"],
  // What isn't a date says nothing.
  [["25/3/2026", "13/13/2026", "soon", "a@example.org"], "day_first"],
])("the dates %j start with %j", (values, order) => {
  expect(count(...values).slashes).toBe(order);
});

test("dates with dots start with the day, unless the column says otherwise", () => {
  expect(count("3.4.2026").dots).toBe("day_first");
  expect(count("3.4.2026", "3.25.2026").dots).toBe("month_first");
  expect(count("3.4.2026", "25.3.2026", "3/25/2026")).toMatchObject({ dots: "day_first", slashes: "month_first" });
});

test("the values that can be dates are counted", () => {
  const values = ["2026-03-05", "Mar 5, 2026", "46086", "3/4/2026"];
  expect(count(...values, "", "n/a", "Ada", "12", "a1@example.org", "+49 30 123").dates).toEqual(values);
});
