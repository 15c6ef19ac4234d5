import { findSend } from "@/contract/sends";
import { get } from "@/core/sends/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findSend, ({ ctx, params }) => get(ctx, params.id)));
