import { revokeInvitation } from "@/contract/team";
import { revokeInvitation as revoke } from "@/core/staff/invitations";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(revokeInvitation, ({ ctx, params }) => revoke(ctx, params.id)));
