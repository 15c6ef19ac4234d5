"use client";

import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { updateStaffEndpoint, inviteStaffEndpoint } from "@/contract/team";

type StaffId = { id: string };

// One's own role and name stand in the frame too.
const options = { refreshPage: true };

export const useUpdateStaff = () =>
  useApiMutation(({ id, ...body }: StaffId & z.input<typeof updateStaffEndpoint.body>) => call("PATCH /team/:id", { params: { id }, body }), options);

export const useRemoveStaff = () => useApiMutation(({ id }: StaffId) => call("DELETE /team/:id", { params: { id } }), options);

export const useInviteStaff = () => useApiMutation((body: z.input<typeof inviteStaffEndpoint.body>) => call("POST /team/invitations", { body }));

export const useResendInvitation = () => useApiMutation(({ id }: StaffId) => call("POST /team/invitations/:id/resend", { params: { id } }));

export const useRevokeInvitation = () => useApiMutation(({ id }: StaffId) => call("DELETE /team/invitations/:id", { params: { id } }));
