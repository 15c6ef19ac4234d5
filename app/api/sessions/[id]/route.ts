import { endSession } from "@/contract/session";
import { endSession as end } from "@/core/staff/sessions";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(endSession, ({ ctx, params }) => end(ctx, params.id)));
