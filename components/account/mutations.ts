"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useChange } from "@/components/use-change";
import type { changeAccountEndpoint, changePasswordEndpoint, confirmSecondFactorEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";

type Password = { password: string };

const shell = { shell: true };

export const useChangeName = () => useChange((body: z.input<typeof changeAccountEndpoint.body>) => call("PATCH /account", { body }), shell);

export const useChangePassword = () =>
  useChange((body: z.input<typeof changePasswordEndpoint.body>) => call("POST /account/password", { body }));

export const useBeginSecondFactor = () => useMutation({ mutationFn: (body: Password) => call("POST /account/second-factor", { body }) });

export const useConfirmSecondFactor = () =>
  useChange((body: z.input<typeof confirmSecondFactorEndpoint.body>) => call("POST /account/second-factor/confirm", { body }), shell);

export const useRenewRecoveryCodes = () => useChange((body: Password) => call("POST /account/second-factor/recovery-codes", { body }));

export const useRemoveSecondFactor = () => useChange((body: Password) => call("DELETE /account/second-factor", { body }), shell);

export const useEndSession = () => useChange(({ id }: { id: string }) => call("DELETE /sessions/:id", { params: { id } }));

/** Signs out everywhere, here too; so nothing is asked for anew. */
export const useEndSessions = () =>
  useMutation({ mutationFn: () => call("DELETE /sessions"), onSuccess: () => window.location.assign(routes.signIn) });
