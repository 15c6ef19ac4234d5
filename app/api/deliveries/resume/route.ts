import { resumeDeliveriesEndpoint } from "@/contract/deliveries";
import { resumeRefusedEmail } from "@/core/projects/pause";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resumeDeliveriesEndpoint, ({ ctx }) => resumeRefusedEmail(ctx)),
);
