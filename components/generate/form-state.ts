"use client";

import { useZodForm } from "@/components/ui/form";
import { createBatchEndpoint } from "@/contract/batches";
import { defaultCodeType } from "@/contract/enums";

export const defaultAmount = 100;

/** The state of the form that generates codes. */
export const useGenerateForm = () =>
  useZodForm(createBatchEndpoint.body, { defaultValues: { amount: defaultAmount, type: defaultCodeType, allowedClaims: 1, name: "" } });

export type GenerateFormState = ReturnType<typeof useGenerateForm>;
