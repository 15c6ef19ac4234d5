import type { Context } from "../context";
import { listInvitations } from "../staff/invitations";
import type { TruthCheck } from "./answer";

const isPending = async (ctx: Context, id: string): Promise<boolean> => (await listInvitations(ctx)).some((each) => each.id === id);

/** An invitation: it wasn't revoked, replaced or accepted. */
export const isStaffInvited: TruthCheck<"POST /team/invitations"> = async (ctx, { data }) => isPending(ctx, (await data()).id);

/** A resent invitation: it wasn't revoked, replaced or accepted. */
export const isInvitationPending: TruthCheck<"POST /team/invitations/:id/resend"> = (ctx, { params }) => isPending(ctx, params.id);
