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
