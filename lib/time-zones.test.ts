import { expect, test } from "vitest";
import { addDays, dayBoundaries, isDate, localDate, startOfDay } from "./time-zones";

test.each([
  ["UTC", "2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["Europe/Berlin", "2026-11-21", "2026-11-20T23:00:00.000Z"],
  ["Europe/Berlin", "2026-07-01", "2026-06-30T22:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-21", "2026-11-20T18:30:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-21", "2026-11-20T10:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-11-21", "2026-11-21T11:00:00.000Z"],
  // On days on which the clocks change, midnight still has the old offset.
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z"],
  // The clocks skipped midnight.
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  // The hour after midnight occurred twice.
  ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z"],
])("in %s, %s starts at %s", (timeZone, date, start) => {
  expect(startOfDay(date, timeZone)).toBe(start);
});

test("returns the date in the given time zone", () => {
  const at = new Date("2026-11-21T23:30:00Z");
  expect(localDate("Europe/Berlin", at)).toBe("2026-11-22");
  expect(localDate("America/New_York", at)).toBe("2026-11-21");
});

test("adds days across the end of a month", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-03-01", -7)).toBe("2026-02-22");
});

test.each(["2026-02-30", "2026-13-01", "21.11.2026", "0002-01-01", "2026-1-1", ""])("rejects %j as a date", (text) => {
  expect(isDate(text)).toBe(false);
});

test("accepts a calendar date", () => {
  expect(isDate("2026-11-21")).toBe(true);
});

test.each(["UTC", "Europe/Berlin", "America/Sao_Paulo", "Atlantic/Azores", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Kathmandu"])(
  "returns the same boundaries in %s as for each day alone",
  (timeZone) => {
    const starts = dayBoundaries("2017-12-30", "2019-02-28", timeZone);
    expect(starts).toEqual(starts.map((_, index) => startOfDay(addDays("2017-12-30", index), timeZone)));
    expect(starts).toHaveLength(427);
    expect(starts).toEqual([...new Set(starts)].sort());
  },
);

test("returns the start and the end of a single day", () => {
  expect(dayBoundaries("2026-10-25", "2026-10-25", "Europe/Berlin")).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
});
