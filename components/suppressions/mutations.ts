"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { addSuppressionEndpoint, changeSuppressionEndpoint, removeSuppressionEndpoint } from "@/contract/suppressions";

export const useAddSuppression = () =>
  useChange((body: z.input<typeof addSuppressionEndpoint.body>) => call("POST /suppressions/add", { body }));

export const useChangeSuppression = () =>
  useChange((body: z.input<typeof changeSuppressionEndpoint.body>) => call("POST /suppressions/change", { body }));

export const useRemoveSuppression = () =>
  useChange((body: z.input<typeof removeSuppressionEndpoint.body>) => call("POST /suppressions/remove", { body }));
