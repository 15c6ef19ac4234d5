import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { createKeyEndpoint, rotateKeyEndpoint, updateAllowedOriginsEndpoint } from "@/contract/keys";

export const keysQuery = apiQuery("GET /keys");

type KeyId = { id: string };

export const useCreateKey = () => useApiMutation((body: z.input<typeof createKeyEndpoint.body>) => call("POST /keys", { body }));

export const useRotateKey = () =>
  useApiMutation(({ id, ...body }: KeyId & z.input<typeof rotateKeyEndpoint.body>) =>
    call("POST /keys/:id/rotate", { params: { id }, body }),
  );

export const useRevokeKey = () => useApiMutation(({ id }: KeyId) => call("DELETE /keys/:id", { params: { id } }));

export const useUpdateAllowedOrigins = () =>
  useApiMutation((body: z.input<typeof updateAllowedOriginsEndpoint.body>) => call("PUT /keys/origins", { body }), { refreshPage: true });
