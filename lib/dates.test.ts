import { describe, expect, test } from "vitest";
import {
  absoluteTime,
  addDays,
  dayBoundaries,
  endOfMinute,
  formatLocalMinute,
  formatThrough,
  formatWithUtc,
  isDate,
  lastInstantBefore,
  localDate,
  relativeTime,
  startOfDay,
  startOfMinute,
  timeZoneName,
} from "./dates";

describe("a local minute", () => {
  test.each([
    ["UTC", "2026-12-31T23:59", "2026-12-31T23:59:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["Europe/Berlin", "2026-12-31T23:59", "2026-12-31T22:59:00.000Z", "2026-12-31T23:00:00.000Z"],
    ["Europe/Berlin", "2026-07-01T00:00", "2026-06-30T22:00:00.000Z", "2026-06-30T22:01:00.000Z"],
    ["Asia/Kathmandu", "2026-12-31T23:59", "2026-12-31T18:14:00.000Z", "2026-12-31T18:15:00.000Z"],
    ["Pacific/Kiritimati", "2026-01-01T00:00", "2025-12-31T10:00:00.000Z", "2025-12-31T10:01:00.000Z"],
    // Days on which the clocks change, before and after the change.
    ["Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00.000Z", "2026-03-29T01:00:00.000Z"],
    ["Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z", "2026-03-29T01:01:00.000Z"],
    ["Europe/Berlin", "2026-03-29T23:59", "2026-03-29T21:59:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-25T23:59", "2026-10-25T22:59:00.000Z", "2026-10-25T23:00:00.000Z"],
    // The minute occurs twice: it starts with the first and ends after the last.
    ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "2026-10-25T01:31:00.000Z"],
    ["America/New_York", "2026-11-01T01:00", "2026-11-01T05:00:00.000Z", "2026-11-01T06:01:00.000Z"],
    // The minute is skipped: both are the end of the gap.
    ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:00:00.000Z", "2026-03-29T01:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00.000Z", "2026-10-03T15:30:00.000Z"],
    ["America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00:00.000Z", "2018-11-04T03:00:00.000Z"],
    // A whole day was skipped.
    ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
  ])("in %s, %s starts at %s and ends at %s", (timeZone, local, start, end) => {
    expect(startOfMinute(local, timeZone)).toBe(start);
    expect(endOfMinute(local, timeZone)).toBe(end);
  });

  test.each(["", "2026-12-31", "2026-02-30T12:00", "2026-12-31T24:00", "2026-12-31T23:60", "31.12.2026"])("rejects %j", (text) => {
    expect(startOfMinute(text, "UTC")).toBeNull();
    expect(endOfMinute(text, "UTC")).toBeNull();
  });
});

test.each(["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Kiritimati"])(
  "an end in %s is shown as the minute that was entered",
  (timeZone) => {
    for (const local of [
      "2026-12-31T23:59",
      "2026-03-29T01:59",
      "2026-03-29T12:00",
      "2026-10-25T01:00",
      "2026-10-25T23:59",
      "2026-06-01T00:00",
    ]) {
      expect(formatLocalMinute(timeZone, lastInstantBefore(endOfMinute(local, timeZone) ?? ""))).toBe(local);
      expect(formatLocalMinute(timeZone, new Date(startOfMinute(local, timeZone) ?? ""))).toBe(local);
    }
  },
);

test("times are formatted in the time zone and in UTC", () => {
  expect(formatThrough("2026-12-31T23:00:00.000Z", "Europe/Berlin")).toBe("through Dec 31, 2026, 23:59 Berlin time (22:59 UTC)");
  expect(formatThrough("2027-01-01T05:00:00.000Z", "America/New_York")).toBe(
    "through Dec 31, 2026, 23:59 New York time (Jan 1, 2027, 04:59 UTC)",
  );
  expect(formatThrough("2027-01-01T00:00:00.000Z", "UTC")).toBe("through Dec 31, 2026, 23:59 UTC");
  // An end that was set through the API is exclusive.
  expect(formatThrough("2026-12-31T22:59:00.000Z", "Europe/Berlin")).toBe("through Dec 31, 2026, 23:58 Berlin time (22:58 UTC)");
  expect(formatWithUtc(new Date("2026-10-25T00:30:00Z"), "Europe/Berlin")).toBe("Oct 25, 2026, 02:30 Berlin time (00:30 UTC)");
  expect(formatWithUtc(new Date("2026-10-25T01:30:00Z"), "Europe/Berlin")).toBe("Oct 25, 2026, 02:30 Berlin time (01:30 UTC)");
});

const now = new Date("2026-11-21T12:00:00Z");
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now, "UTC");

test("times within a month are relative to now, and later ones are a date", () => {
  expect([10, 50, 90, 3 * 3600, 86_400, 9 * 86_400].map(ago)).toEqual([
    "just now",
    "just now",
    "1 minute ago",
    "3 hours ago",
    "yesterday",
    "9 days ago",
  ]);
  expect(ago(45 * 86_400)).toBe("Oct 7, 2026");
  expect(ago(-7200)).toBe("in 2 hours");
  // Until midnight of the seventh day.
  expect(relativeTime(new Date("2026-11-28T22:59:59Z"), now, "Europe/Berlin")).toBe("in 7 days");
  expect(relativeTime(new Date("2026-11-19T23:30:00Z"), now, "Europe/Berlin")).toBe("yesterday");
});

test("absolute times include the time zone", () => {
  expect(absoluteTime(now, "Europe/Berlin")).toBe("Nov 21, 2026, 13:00:00 (Berlin time)");
});

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

test("the date is that of the given time zone", () => {
  const at = new Date("2026-11-21T23:30:00Z");
  expect(localDate("Europe/Berlin", at)).toBe("2026-11-22");
  expect(localDate("America/New_York", at)).toBe("2026-11-21");
});

test("adding days works across the end of a month", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-03-01", -7)).toBe("2026-02-22");
});

test.each(["2026-02-30", "2026-13-01", "21.11.2026", "0002-01-01", "2026-1-1", ""])("the date %j is rejected", (text) => {
  expect(isDate(text)).toBe(false);
});

test("a calendar date is accepted", () => {
  expect(isDate("2026-11-21")).toBe(true);
});

test.each(["UTC", "Europe/Berlin", "America/Sao_Paulo", "Atlantic/Azores", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Kathmandu"])(
  "the boundaries of days in %s are the same as for each day alone",
  (timeZone) => {
    const starts = dayBoundaries("2017-12-30", "2019-02-28", timeZone);
    expect(starts).toEqual(starts.map((_, index) => startOfDay(addDays("2017-12-30", index), timeZone)));
    expect(starts).toHaveLength(427);
    expect(starts).toEqual([...new Set(starts)].sort());
  },
);

test("the boundaries of a single day are its start and its end", () => {
  expect(dayBoundaries("2026-10-25", "2026-10-25", "Europe/Berlin")).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
});

test("time zones are named the way people do", () => {
  const names = {
    "America/New_York": "New York time",
    "America/Argentina/Buenos_Aires": "Buenos Aires time",
    "Europe/Berlin": "Berlin time",
    "America/Port-au-Prince": "Port-au-Prince time",
    "US/Eastern": "Eastern time",
    UTC: "UTC",
    "Etc/UTC": "UTC",
    GMT: "UTC",
    "Etc/GMT+5": "GMT-5",
  };
  for (const [zone, name] of Object.entries(names)) expect(timeZoneName(zone)).toBe(name);
});
