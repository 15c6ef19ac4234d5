import { z } from "zod";
import { Timestamp } from "./fields";
import { spans } from "./kinds";

/** How many there were on a day of the project's calendar. */
export const DayCount = z.object({ day: z.string().meta({ example: "2026-11-21" }), count: z.number().int() });
export type DayCount = z.output<typeof DayCount>;

export const Span = z.enum(spans, `must be one of ${spans.join(", ")}`).meta({
  description: "How many days, of which the last is today in the project's time zone; `all` begins with the first that there was.",
});
export type Span = z.output<typeof Span>;

/** What happened on each day of a stretch of time, without gaps. */
export const DaysReply = z.object({
  asOf: Timestamp.meta({ description: "When it was counted; of very large projects that may be some minutes ago." }),
  days: z.array(DayCount).meta({ description: "Oldest first; days without any are there too." }),
});
export type DaysReply = z.output<typeof DaysReply>;

export const exampleDays: DaysReply = { asOf: "2026-11-21T12:00:00.000Z", days: [{ day: "2026-11-21", count: 12 }] };
