import { unsubscribeDoor } from "@/server/unsubscribe";

export const { GET, POST } = unsubscribeDoor;
