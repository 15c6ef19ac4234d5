import { countLeadsByDay } from "@/contract/leads";
import { days } from "@/core/leads/days";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(countLeadsByDay, ({ ctx, query }) => days(ctx, query)));
