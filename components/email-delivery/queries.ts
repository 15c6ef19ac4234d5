import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const mailSettings = queryOptions({ queryKey: ["project", "mail"], queryFn: ({ signal }) => call("GET /project/mail", { signal }) });
