import { queryOptions, useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { testEmailDeliveryEndpoint, updateEmailDeliveryEndpoint } from "@/contract/email-delivery";

export const emailDeliveryQuery = apiQuery("GET /project/email-delivery");

export const useUpdateEmailDelivery = () =>
  useApiMutation((body: z.input<typeof updateEmailDeliveryEndpoint.body>) => call("PATCH /project/email-delivery", { body }));

/** Tests a connection. Changes nothing, so no query is invalidated. */
export const useTestEmailDelivery = () =>
  useMutation({
    mutationFn: (body: z.input<typeof testEmailDeliveryEndpoint.body>) => call("POST /project/email-delivery/test", { body }),
  });

/** The state of the installation, refreshed every 15 seconds. */
export const systemQuery = queryOptions({
  ...apiQuery("GET /system"),
  refetchInterval: 15_000,
});

/** Current use of the public rate limits, refreshed every 10 seconds. */
export const abuseProtectionQuery = queryOptions({
  ...apiQuery("GET /abuse-protection"),
  refetchInterval: 10_000,
});

export const rateLimitSettingsQuery = apiQuery("GET /abuse-protection/limits");

export const blockListQuery = apiQuery("GET /block-list");
