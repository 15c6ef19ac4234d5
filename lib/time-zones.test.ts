import { expect, test } from "vitest";
import { dateIn, daysAfter, isDate, startOfDay, startsOfDays } from "./zones";

test.each([
  ["UTC", "2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["Europe/Berlin", "2026-11-21", "2026-11-20T23:00:00.000Z"],
  ["Europe/Berlin", "2026-07-01", "2026-06-30T22:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-21", "2026-11-20T18:30:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-21", "2026-11-20T10:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-11-21", "2026-11-21T11:00:00.000Z"],
  // On the days that the clocks change, the night itself still has the old time.
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z"],
  // Here they changed at midnight, which was left out.
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  // And here an hour that began at midnight came twice.
  ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z"],
])("the day begins in %s on %s at %s", (zone, date, start) => {
  expect(startOfDay(date, zone)).toBe(start);
});

test("a moment has another date in another zone", () => {
  const at = new Date("2026-11-21T23:30:00Z");
  expect(dateIn("Europe/Berlin", at)).toBe("2026-11-22");
  expect(dateIn("America/New_York", at)).toBe("2026-11-21");
});

test("days are counted over the end of a month", () => {
  expect(daysAfter("2026-02-28", 1)).toBe("2026-03-01");
  expect(daysAfter("2026-03-01", -7)).toBe("2026-02-22");
});

test.each(["2026-02-30", "2026-13-01", "21.11.2026", "0002-01-01", "2026-1-1", ""])("%j is no date", (text) => {
  expect(isDate(text)).toBe(false);
});

test("a day of the calendar is a date", () => {
  expect(isDate("2026-11-21")).toBe(true);
});

test.each(["UTC", "Europe/Berlin", "America/Sao_Paulo", "Atlantic/Azores", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Kathmandu"])(
  "the days of years in %s begin where each of them does",
  (zone) => {
    const starts = startsOfDays("2017-12-30", "2019-02-28", zone);
    expect(starts).toEqual(starts.map((_, place) => startOfDay(daysAfter("2017-12-30", place), zone)));
    expect(starts).toHaveLength(427);
    expect(starts).toEqual([...new Set(starts)].sort());
  },
);

test("a day by itself has a beginning and an end", () => {
  expect(startsOfDays("2026-10-25", "2026-10-25", "Europe/Berlin")).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
});
