import type { z } from "zod";
import type { getClaimStatsEndpoint } from "@/contract/claims";
import type { DailyStats } from "@/contract/daily-stats";
import type { Context } from "../context";
import { dailyClaimCounts, getDailyStats } from "../stats/daily-counts";

/** Counts claims per day, of the project or of one batch. A batch that doesn't exist has none. */
export const getClaimStats = (ctx: Context, query: z.output<NonNullable<typeof getClaimStatsEndpoint.query>>): Promise<DailyStats> =>
  getDailyStats(ctx, dailyClaimCounts, query);
