"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { changeStaffEndpoint, inviteStaffEndpoint } from "@/contract/team";

type One = { id: string };

// One's own role and name stand in the frame too.
const shell = { shell: true };

export const useChangeStaff = () =>
  useChange(({ id, ...body }: One & z.input<typeof changeStaffEndpoint.body>) => call("PATCH /team/:id", { params: { id }, body }), shell);

export const useRemoveStaff = () => useChange(({ id }: One) => call("DELETE /team/:id", { params: { id } }), shell);

export const useInvite = () => useChange((body: z.input<typeof inviteStaffEndpoint.body>) => call("POST /team/invitations", { body }));

export const useResend = () => useChange(({ id }: One) => call("POST /team/invitations/:id/resend", { params: { id } }));

export const useRevoke = () => useChange(({ id }: One) => call("DELETE /team/invitations/:id", { params: { id } }));
