import type { z } from "zod";
import type { DaysReply } from "@/contract/days";
import type { countLeadsByDayEndpoint } from "@/contract/leads";
import type { Context } from "../context";
import { countDays, leadDays } from "../stats/days";

/** Counts the leads that came on each day. */
export const days = (ctx: Context, query: z.output<NonNullable<typeof countLeadsByDayEndpoint.query>>): Promise<DaysReply> =>
  countDays(ctx, leadDays, query);
