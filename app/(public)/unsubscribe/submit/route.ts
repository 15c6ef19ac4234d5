import { unsubscribeHandlers } from "@/server/unsubscribe";

export const { GET, POST } = unsubscribeHandlers;
