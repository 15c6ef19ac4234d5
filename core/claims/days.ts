import type { z } from "zod";
import type { countClaimsByDay } from "@/contract/claims";
import type { DaysReply } from "@/contract/days";
import type { Context } from "../context";
import { claimDays, countDays } from "../figures/days";

/** Counts the claims of each day, of one batch or of all; a batch that does not exist has none. */
export const days = (ctx: Context, query: z.output<NonNullable<typeof countClaimsByDay.query>>): Promise<DaysReply> =>
  countDays(ctx, claimDays, query);
