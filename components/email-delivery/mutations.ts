"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { updateEmailDeliveryEndpoint, testEmailDeliveryEndpoint } from "@/contract/email-delivery";

export const useUpdateEmailDelivery = () =>
  useApiMutation((body: z.input<typeof updateEmailDeliveryEndpoint.body>) => call("PATCH /project/mail", { body }));

/** It changes nothing, so nothing that is shown is asked for anew. */
export const useTestEmailDelivery = () =>
  useMutation({ mutationFn: (body: z.input<typeof testEmailDeliveryEndpoint.body>) => call("POST /project/mail/test", { body }) });
