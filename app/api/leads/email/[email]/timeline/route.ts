import { listTimeline } from "@/contract/timeline";
import { timeline } from "@/core/leads/timeline";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(listTimeline, ({ ctx, params, query }) => timeline(ctx, params.email, query)),
);
