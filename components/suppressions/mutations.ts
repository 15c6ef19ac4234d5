"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { addSuppression, changeSuppression, removeSuppression } from "@/contract/suppressions";

export const useAddSuppression = () => useChange((body: z.input<typeof addSuppression.body>) => call("POST /suppressions/add", { body }));

export const useChangeSuppression = () =>
  useChange((body: z.input<typeof changeSuppression.body>) => call("POST /suppressions/change", { body }));

export const useRemoveSuppression = () =>
  useChange((body: z.input<typeof removeSuppression.body>) => call("POST /suppressions/remove", { body }));
