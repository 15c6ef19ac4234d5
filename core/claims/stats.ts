import type { z } from "zod";
import type { countClaimsByDayEndpoint } from "@/contract/claims";
import type { DaysReply } from "@/contract/days";
import type { Context } from "../context";
import { claimDays, countDays } from "../stats/days";

/** Counts the claims of each day, of one batch or of all; a batch that does not exist has none. */
export const days = (ctx: Context, query: z.output<NonNullable<typeof countClaimsByDayEndpoint.query>>): Promise<DaysReply> =>
  countDays(ctx, claimDays, query);
