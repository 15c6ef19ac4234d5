import { changeLead } from "@/contract/leads";
import { change } from "@/core/leads/change";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(changeLead, ({ ctx, body }) => change(ctx, body)));
