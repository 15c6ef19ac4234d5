"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import type { updateAccountEndpoint, changePasswordEndpoint, confirmSecondFactorEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";

type Password = { password: string };

const options = { refreshPage: true };

export const useUpdateName = () => useApiMutation((body: z.input<typeof updateAccountEndpoint.body>) => call("PATCH /account", { body }), options);

export const useChangePassword = () =>
  useApiMutation((body: z.input<typeof changePasswordEndpoint.body>) => call("POST /account/password", { body }));

export const useBeginSecondFactor = () => useMutation({ mutationFn: (body: Password) => call("POST /account/second-factor", { body }) });

export const useConfirmSecondFactor = () =>
  useApiMutation((body: z.input<typeof confirmSecondFactorEndpoint.body>) => call("POST /account/second-factor/confirm", { body }), options);

export const useRegenerateRecoveryCodes = () => useApiMutation((body: Password) => call("POST /account/second-factor/recovery-codes", { body }));

export const useRemoveSecondFactor = () => useApiMutation((body: Password) => call("DELETE /account/second-factor", { body }), options);

export const useRevokeSession = () => useApiMutation(({ id }: { id: string }) => call("DELETE /sessions/:id", { params: { id } }));

/** Signs out everywhere, here too; so nothing is asked for anew. */
export const useRevokeAllSessions = () =>
  useMutation({ mutationFn: () => call("DELETE /sessions"), onSuccess: () => window.location.assign(routes.signIn) });
