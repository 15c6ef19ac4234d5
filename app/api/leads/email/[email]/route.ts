import { findLead } from "@/contract/leads";
import { get } from "@/core/leads/find";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findLead, ({ ctx, params }) => get(ctx, params.email)));
