"use client";

import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { addSuppressionEndpoint, updateSuppressionEndpoint } from "@/contract/suppressions";

export const useAddSuppression = () =>
  useApiMutation((body: z.input<typeof addSuppressionEndpoint.body>) => call("POST /suppressions", { body }));

export const useUpdateSuppression = () =>
  useApiMutation(({ email, ...body }: { email: string } & z.input<typeof updateSuppressionEndpoint.body>) =>
    call("PATCH /suppressions/:email", { params: { email }, body }),
  );

export const useRemoveSuppression = () => useApiMutation((params: { email: string }) => call("DELETE /suppressions/:email", { params }));
