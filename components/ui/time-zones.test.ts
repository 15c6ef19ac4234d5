import { expect, test } from "vitest";
import { listTimeZones, matchesTimeZone, timeZoneLabel, timeZoneOffset } from "./time-zones";

// cspell:ignore minh
const find = (query: string, selected = "UTC") =>
  listTimeZones(selected)
    .filter((zone) => matchesTimeZone(zone, query))
    .map(timeZoneLabel);

test.each([
  ["kolkata", "Asia/Kolkata"],
  ["Calcutta", "Asia/Kolkata"],
  ["mumbai", "Asia/Kolkata"],
  ["Kyiv", "Europe/Kyiv"],
  ["kiev", "Europe/Kyiv"],
  ["ho chi minh", "Asia/Ho_Chi_Minh"],
  ["saigon", "Asia/Ho_Chi_Minh"],
  ["San Francisco", "America/Los_Angeles"],
  ["new york", "America/New_York"],
])("the search for %s finds %s", (query, zone) => {
  expect(find(query)).toEqual([zone]);
});

test("the selected zone is listed once, under the name that it has", () => {
  for (const zone of ["Asia/Calcutta", "Asia/Kolkata"]) {
    expect(listTimeZones(zone)).toContain(zone);
    expect(find("kolkata", zone)).toEqual(["Asia/Kolkata"]);
  }
  expect(listTimeZones("UTC").filter((zone) => zone === "UTC")).toHaveLength(1);
});

test("offsets follow daylight saving time", () => {
  expect(timeZoneOffset("Asia/Calcutta", new Date("2026-01-01"))).toBe("UTC+05:30");
  expect(timeZoneOffset("Europe/Berlin", new Date("2026-07-01"))).toBe("UTC+02:00");
});
