import { findLeads } from "@/contract/leads";
import { getMany } from "@/core/leads/find";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findLeads, async ({ ctx, body }) => getMany(ctx, body.emails)));
