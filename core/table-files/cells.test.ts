import { expect, test } from "vitest";
import { parseCellDate } from "./cells";

test("reads dates with slashes in the chosen order, whatever the format of the time", () => {
  for (const time of ["09:15", "9:15 AM", "9:15 a.m.", "09:15:00.0"]) {
    const text = `3/4/2025 ${time}`;
    expect(parseCellDate(text, "month_first").instant, text).toMatch(/^2025-03-04T09:15/);
    expect(parseCellDate(text, "day_first").instant, text).toMatch(/^2025-04-03T09:15/);
  }
  for (const order of ["month_first", "day_first"] as const) expect(parseCellDate("4.3.2025", order).instant).toMatch(/^2025-03-04T/);
});
