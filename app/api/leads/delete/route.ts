import { deleteLead } from "@/contract/leads";
import { remove } from "@/core/leads/delete";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(deleteLead, ({ ctx, body }) => remove(ctx, body.email)));
