import { inviteStaff, listInvitations } from "@/contract/team";
import { invite, listInvitations as list } from "@/core/staff/invitations";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(listInvitations, ({ ctx }) => list(ctx)),
  serve(inviteStaff, ({ ctx, body }) => invite(ctx, body)),
);
