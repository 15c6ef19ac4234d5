import type { z } from "zod";
import type { DailyStats } from "@/contract/fields";
import type { getLeadStatsEndpoint } from "@/contract/leads";
import type { Context } from "../context";
import { dailyLeadCounts, getDailyStats } from "../stats/daily-counts";

/** Returns the number of new leads per day. */
export const getLeadStats = (ctx: Context, query: z.output<NonNullable<typeof getLeadStatsEndpoint.query>>): Promise<DailyStats> =>
  getDailyStats(ctx, dailyLeadCounts, query);
