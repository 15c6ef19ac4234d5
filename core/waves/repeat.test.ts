import { describe, expect, test } from "vitest";
import { weekdays } from "@/contract/enums";
import { defaultWeekdays, nextTime } from "./repeat";

/** The next times of a recurring wave, in order. */
function listTimes(repeat: { weekdays?: typeof defaultWeekdays; time: string }, zone: string, after: string, amount: number): string[] {
  const times: string[] = [];
  for (let at = after; times.length < amount; times.push(at)) at = nextTime({ weekdays: defaultWeekdays, ...repeat }, zone, at);
  return times;
}

describe("the times of a recurring wave", () => {
  test("are on weekdays at the same local time, also after the clocks change", () => {
    // Summer time ends in Berlin on Sunday, 25 October 2026, and starts on Sunday, 28 March 2027.
    expect(listTimes({ time: "09:00" }, "Europe/Berlin", "2026-10-22T12:00:00.000Z", 3)).toEqual([
      "2026-10-23T07:00:00.000Z",
      "2026-10-26T08:00:00.000Z",
      "2026-10-27T08:00:00.000Z",
    ]);
    expect(listTimes({ time: "09:00" }, "Europe/Berlin", "2027-03-26T12:00:00.000Z", 1)).toEqual(["2027-03-29T07:00:00.000Z"]);
  });

  test("are after a skipped time, and once if a time is shown twice", () => {
    expect(listTimes({ weekdays: [...weekdays], time: "02:30" }, "Europe/Berlin", "2027-03-27T12:00:00.000Z", 2)).toEqual([
      "2027-03-28T01:00:00.000Z",
      "2027-03-29T00:30:00.000Z",
    ]);
    expect(listTimes({ weekdays: [...weekdays], time: "02:30" }, "Europe/Berlin", "2026-10-24T12:00:00.000Z", 2)).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  test("are on the weekdays of the time zone, a week apart with a single weekday", () => {
    // In Auckland, Monday has begun when it is Sunday evening in UTC.
    expect(listTimes({ weekdays: ["monday"], time: "09:00" }, "Pacific/Auckland", "2026-11-22T19:59:59.999Z", 2)).toEqual([
      "2026-11-22T20:00:00.000Z",
      "2026-11-29T20:00:00.000Z",
    ]);
  });

  test("are after the given time, not at it", () => {
    expect(nextTime({ weekdays: ["monday"], time: "09:00" }, "UTC", "2026-11-23T09:00:00.000Z")).toBe("2026-11-30T09:00:00.000Z");
  });
});
