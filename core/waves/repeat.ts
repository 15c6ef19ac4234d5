import { type Weekday, weekdays } from "@/contract/enums";
import type { WaveRepeat } from "@/contract/waves";
import { addDays, localDate, startOfMinute, weekdayIndex } from "@/lib/dates";

export const defaultWeekdays: Weekday[] = weekdays.slice(0, 5);

/**
 * Returns the first time after `after` at which a recurring wave invites people. If the clocks skip the time of day, it's the end of the
 * gap; if they show it twice, it's the first. Both times are ISO 8601 in UTC.
 */
export function nextTime({ weekdays: days, time }: Pick<WaveRepeat, "weekdays" | "time">, timeZone: string, after: string): string {
  // A week later is the same weekday.
  for (let date = localDate(timeZone, new Date(after)), last = addDays(date, weekdays.length); date <= last; date = addDays(date, 1)) {
    const weekday = weekdays[weekdayIndex(date)];
    const at = weekday !== undefined && days.includes(weekday) ? startOfMinute(`${date}T${time}`, timeZone) : null;
    if (at !== null && at > after) return at;
  }
  throw new Error("A recurring wave has no weekday");
}
