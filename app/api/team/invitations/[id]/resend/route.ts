import { resendInvitation } from "@/contract/team";
import { resendInvitation as resend } from "@/core/staff/invitations";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(resendInvitation, ({ ctx, params }) => resend(ctx, params.id)));
