import { listLeads } from "@/contract/leads";
import { list } from "@/core/leads/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listLeads, ({ ctx, query }) => list(ctx, query)));
