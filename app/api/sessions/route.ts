import { endSessions, listSessions } from "@/contract/session";
import { endSessions as end, listSessions as list } from "@/core/staff/sessions";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(listSessions, ({ ctx }) => list(ctx)),
  serve(endSessions, ({ ctx, browser }) => browser.forget(end(ctx))),
);
