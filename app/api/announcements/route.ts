import { sendAnnouncementEndpoint } from "@/contract/sends";
import { sendAnnouncement } from "@/core/sends/announce";
import { withSendWarnings } from "@/core/sends/reply-warnings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendAnnouncementEndpoint, async ({ ctx, body }) => withSendWarnings(ctx, await sendAnnouncement(ctx, body))),
);
