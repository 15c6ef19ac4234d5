import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const emailDeliveryQuery = queryOptions({ queryKey: ["project", "mail"], queryFn: ({ signal }) => call("GET /project/mail", { signal }) });
