import { countClaimsByDay } from "@/contract/claims";
import { days } from "@/core/claims/days";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(countClaimsByDay, ({ ctx, query }) => days(ctx, query)));
