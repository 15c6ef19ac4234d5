import { resumeCodeEndpoint } from "@/contract/code-acts";
import { resume } from "@/core/codes/pause";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resumeCodeEndpoint, ({ ctx, body }) => resume(ctx, body.code)),
  lookUp,
);
