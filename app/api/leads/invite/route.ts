import { inviteLeads } from "@/contract/leads";
import { invite } from "@/core/leads/invite";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(inviteLeads, ({ ctx, body }) => invite(ctx, body)));
