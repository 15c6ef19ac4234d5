import { createLead } from "@/contract/leads";
import { create } from "@/core/leads/create";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(createLead, ({ ctx, body }) => create(ctx, body)));
