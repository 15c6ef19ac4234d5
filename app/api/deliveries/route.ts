import { listAllDeliveries } from "@/contract/deliveries";
import { list } from "@/core/sends/deliveries";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listAllDeliveries, ({ ctx, query }) => list(ctx, query)));
