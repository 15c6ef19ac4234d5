import { inviteLeads } from "@/contract/leads";
import { turnToMake } from "@/core/codes/generate";
import { invite } from "@/core/leads/invite";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(
    inviteLeads,
    ({ ctx, body }) => invite(ctx, body),
    ({ ctx, body }) => turnToMake(ctx, body.type),
  ),
);
