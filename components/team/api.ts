import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { updateSignInSettingsEndpoint } from "@/contract/sign-in-settings";
import type { inviteStaffEndpoint, updateStaffEndpoint } from "@/contract/team";
import { labels } from "./labels";

export const teamQuery = apiQuery("GET /team");

export const invitationsQuery = apiQuery("GET /team/invitations");

export const signInSettingsQuery = apiQuery("GET /team/sign-in");

type IdInput = { id: string };
type UpdateStaffInput = IdInput & z.input<typeof updateStaffEndpoint.body>;

// The server-rendered session contains the signed-in staff member's own role.
const options = { refreshPage: true };

/** Changes a staff member, and shows which invitations that revoked. */
export const useUpdateStaff = () =>
  useApiMutation(
    ({ id, ...body }: UpdateStaffInput) => call("PATCH /team/:id", { params: { id }, body }).then(showRevokedInvitations),
    options,
  );

/** Removes a staff member, and shows which invitations that revoked. */
export const useRemoveStaff = () =>
  useApiMutation(({ id }: IdInput) => call("DELETE /team/:id", { params: { id } }).then(showRevokedInvitations), options);

function showRevokedInvitations<Reply extends { revokedInvitations: string[] }>(reply: Reply): Reply {
  const { revokedInvitations: emails } = reply;
  if (emails.length > 0) toast.success(labels.invitations.revokedWithSender(emails.length), { description: emails.join(", ") });
  return reply;
}

export const useInviteStaff = () =>
  useApiMutation((body: z.input<typeof inviteStaffEndpoint.body>) => call("POST /team/invitations", { body }));

export const useResendInvitation = () => useApiMutation(({ id }: IdInput) => call("POST /team/invitations/:id/resend", { params: { id } }));

export const useCopyInvitationLink = () => useApiMutation(({ id }: IdInput) => call("POST /team/invitations/:id/link", { params: { id } }));

export const useRevokeInvitation = () => useApiMutation(({ id }: IdInput) => call("DELETE /team/invitations/:id", { params: { id } }));

export const useUpdateSignInSettings = () =>
  useApiMutation((body: z.input<typeof updateSignInSettingsEndpoint.body>) => call("PATCH /team/sign-in", { body }), options);
