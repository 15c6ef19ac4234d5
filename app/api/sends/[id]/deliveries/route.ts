import { listDeliveries } from "@/contract/deliveries";
import { deliveriesOf } from "@/core/sends/deliveries";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(listDeliveries, ({ ctx, params, query }) => deliveriesOf(ctx, params.id, query)),
);
