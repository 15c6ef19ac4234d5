import { sendAnnouncementEndpoint } from "@/contract/announcements";
import { sendAnnouncement } from "@/core/sends/announce";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendAnnouncementEndpoint, ({ ctx, body }) => sendAnnouncement(ctx, body)),
);
