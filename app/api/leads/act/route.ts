import { actOnLeads } from "@/contract/lead-acts";
import { act } from "@/core/leads/act";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(actOnLeads, ({ ctx, body }) => act(ctx, body)));
