import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const emailDeliveryQuery = queryOptions({
  queryKey: ["project", "email-delivery"],
  queryFn: ({ signal }) => call("GET /project/email-delivery", { signal }),
});
