import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { useApiMutation } from "@/components/use-api-mutation";
import type { changePasswordEndpoint, confirmSecondFactorEndpoint, updateAccountEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import type { addPasskeyEndpoint, removePasskeyEndpoint, renamePasskeyEndpoint } from "@/contract/passkeys";
import { routes } from "@/lib/routes";

export const sessionsQuery = apiQuery("GET /sessions");

type CurrentPassword = { password: string };

// The name and the second factor are part of the session that the server rendered.
const options = { refreshPage: true };

export const useUpdateName = () =>
  useApiMutation((body: z.input<typeof updateAccountEndpoint.body>) => call("PATCH /account", { body }), options);

export const useChangePassword = () =>
  useApiMutation((body: z.input<typeof changePasswordEndpoint.body>) => call("POST /account/password", { body }));

export const useStartSecondFactorSetup = () =>
  useMutation({ mutationFn: (body: CurrentPassword) => call("POST /account/second-factor", { body }) });

export const useConfirmSecondFactor = () =>
  useApiMutation(
    (body: z.input<typeof confirmSecondFactorEndpoint.body>) => call("POST /account/second-factor/confirm", { body }),
    options,
  );

export const useRegenerateRecoveryCodes = () =>
  useApiMutation((body: CurrentPassword) => call("POST /account/second-factor/recovery-codes", { body }));

export const useRemoveSecondFactor = () =>
  useApiMutation((body: CurrentPassword) => call("DELETE /account/second-factor", { body }), options);

export const passkeysQuery = apiQuery("GET /account/passkeys");

export const useAddPasskey = () =>
  useApiMutation((body: z.input<typeof addPasskeyEndpoint.body>) => call("POST /account/passkeys", { body }), options);

type PasskeyInput<Body extends z.ZodType> = { id: string } & z.input<Body>;

export const useRenamePasskey = () =>
  useApiMutation(({ id, ...body }: PasskeyInput<typeof renamePasskeyEndpoint.body>) =>
    call("PATCH /account/passkeys/:id", { params: { id }, body }),
  );

export const useRemovePasskey = () =>
  useApiMutation(
    ({ id, ...body }: PasskeyInput<typeof removePasskeyEndpoint.body>) => call("DELETE /account/passkeys/:id", { params: { id }, body }),
    options,
  );

export const useRevokeSession = () => useApiMutation(({ id }: { id: string }) => call("DELETE /sessions/:id", { params: { id } }));

/** Signs out everywhere, including here, so nothing is refetched. */
export const useRevokeAllSessions = () =>
  useMutation({ mutationFn: () => call("DELETE /sessions"), onSuccess: () => window.location.assign(routes.signIn) });
