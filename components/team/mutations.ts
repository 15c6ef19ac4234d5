"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import { changeStaff, inviteStaff, removeStaff, resendInvitation, revokeInvitation } from "@/contract/team";

type One = { id: string };

// One's own role and name stand in the frame too.
const shell = { shell: true };

export const useChangeStaff = () =>
  useChange(({ id, ...body }: One & z.input<typeof changeStaff.body>) => call(changeStaff, { params: { id }, body }), shell);

export const useRemoveStaff = () => useChange(({ id }: One) => call(removeStaff, { params: { id } }), shell);

export const useInvite = () => useChange((body: z.input<typeof inviteStaff.body>) => call(inviteStaff, { body }));

export const useResend = () => useChange(({ id }: One) => call(resendInvitation, { params: { id } }));

export const useRevoke = () => useChange(({ id }: One) => call(revokeInvitation, { params: { id } }));
