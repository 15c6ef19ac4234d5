import { rotateKey } from "@/contract/keys";
import { rotateKey as rotate } from "@/core/keys/keys";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(rotateKey, ({ ctx, params, body }) => rotate(ctx, params.id, body.overlapHours)),
);
