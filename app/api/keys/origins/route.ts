import { allowOrigins } from "@/contract/keys";
import { allowOrigins as allow } from "@/core/keys/origins";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(allowOrigins, ({ ctx, body }) => allow(ctx, body.origins)));
