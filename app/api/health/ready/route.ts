import { ready as endpoint } from "@/contract/health";
import { ready } from "@/core/health";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { services } from "@/server/services";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(endpoint, ({ ctx }) => ready(ctx, services().reach)));
