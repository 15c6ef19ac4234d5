import { listEvents } from "@/contract/events";
import { list } from "@/core/events/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listEvents, ({ ctx, query }) => list(ctx, query)));
