import * as z from "zod";
import { spans } from "./enums";
import { Timestamp } from "./fields";

export const DayCount = z.object({
  date: z.string().meta({ description: "The day, in the project's time zone.", example: "2026-11-21" }),
  count: z.number().int(),
});
export type DayCount = z.output<typeof DayCount>;

export const Span = z.enum(spans, `must be one of ${spans.join(", ")}`).meta({
  description:
    "The number of days up to today, in the project's time zone. `all` starts with the first day whose count isn't 0. Defaults to `30`.",
});
export type Span = z.output<typeof Span>;

export const DailyStats = z.object({
  asOf: Timestamp.meta({ description: "When the numbers were computed. For very large projects, this can be a few minutes ago." }),
  days: z.array(DayCount).meta({ description: "Oldest first, including days with a count of 0." }),
});
export type DailyStats = z.output<typeof DailyStats>;

export const exampleDailyStats: DailyStats = { asOf: "2026-11-21T12:00:00.000Z", days: [{ date: "2026-11-21", count: 12 }] };
