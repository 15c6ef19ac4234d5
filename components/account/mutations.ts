"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useChange } from "@/components/use-change";
import {
  beginSecondFactor,
  changeAccount,
  changePassword,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "@/contract/account";
import { call } from "@/contract/call";
import { endSession, endSessions } from "@/contract/session";
import { routes } from "@/lib/routes";

type Password = { password: string };

const shell = { shell: true };

export const useChangeName = () => useChange((body: z.input<typeof changeAccount.body>) => call(changeAccount, { body }), shell);

export const useChangePassword = () => useChange((body: z.input<typeof changePassword.body>) => call(changePassword, { body }));

export const useBeginSecondFactor = () => useMutation({ mutationFn: (body: Password) => call(beginSecondFactor, { body }) });

export const useConfirmSecondFactor = () =>
  useChange((body: z.input<typeof confirmSecondFactor.body>) => call(confirmSecondFactor, { body }), shell);

export const useRenewRecoveryCodes = () => useChange((body: Password) => call(renewRecoveryCodes, { body }));

export const useRemoveSecondFactor = () => useChange((body: Password) => call(removeSecondFactor, { body }), shell);

export const useEndSession = () => useChange(({ id }: { id: string }) => call(endSession, { params: { id } }));

/** Signs out everywhere, here too; so nothing is asked for anew. */
export const useEndSessions = () =>
  useMutation({ mutationFn: () => call(endSessions), onSuccess: () => window.location.assign(routes.signIn) });
