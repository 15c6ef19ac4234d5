"use client";

import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { addSuppressionEndpoint, updateSuppressionEndpoint, removeSuppressionEndpoint } from "@/contract/suppressions";

export const useAddSuppression = () =>
  useApiMutation((body: z.input<typeof addSuppressionEndpoint.body>) => call("POST /suppressions/add", { body }));

export const useChangeSuppression = () =>
  useApiMutation((body: z.input<typeof updateSuppressionEndpoint.body>) => call("POST /suppressions/change", { body }));

export const useRemoveSuppression = () =>
  useApiMutation((body: z.input<typeof removeSuppressionEndpoint.body>) => call("POST /suppressions/remove", { body }));
