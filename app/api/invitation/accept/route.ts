import { acceptInvitation } from "@/contract/team";
import { accept } from "@/core/staff/invitations";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(acceptInvitation, ({ ctx, body, browser }) => browser.keep(accept(ctx, body, browser.client))),
);
