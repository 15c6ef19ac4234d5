import { queryOptions, useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { testEmailDeliveryEndpoint, updateEmailDeliveryEndpoint } from "@/contract/email-delivery";

export const emailDeliveryQuery = queryOptions({
  queryKey: ["project", "email-delivery"],
  queryFn: ({ signal }) => call("GET /project/email-delivery", { signal }),
});

export const useUpdateEmailDelivery = () =>
  useApiMutation((body: z.input<typeof updateEmailDeliveryEndpoint.body>) => call("PATCH /project/email-delivery", { body }));

/** Tests a connection. Changes nothing, so no query is invalidated. */
export const useTestEmailDelivery = () =>
  useMutation({
    mutationFn: (body: z.input<typeof testEmailDeliveryEndpoint.body>) => call("POST /project/email-delivery/test", { body }),
  });

/** The state of the installation, refreshed every 15 seconds. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: ({ signal }) => call("GET /system", { signal }),
  refetchInterval: 15_000,
});

/** Current use of the public rate limits, refreshed every 10 seconds. */
export const abuseProtectionQuery = queryOptions({
  queryKey: ["abuse-protection"],
  queryFn: ({ signal }) => call("GET /abuse-protection", { signal }),
  refetchInterval: 10_000,
});

export const rateLimitSettingsQuery = queryOptions({
  queryKey: ["rate-limit-settings"],
  queryFn: ({ signal }) => call("GET /abuse-protection/limits", { signal }),
});

export const blockListQuery = queryOptions({ queryKey: ["block-list"], queryFn: ({ signal }) => call("GET /block-list", { signal }) });
