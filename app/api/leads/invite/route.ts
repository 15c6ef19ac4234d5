import { inviteLeadsEndpoint } from "@/contract/leads";
import { turnToMake } from "@/core/codes/generate";
import { invite } from "@/core/leads/invite";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(
    inviteLeadsEndpoint,
    ({ ctx, body }) => invite(ctx, body),
    ({ ctx, body }) => turnToMake(ctx, body.type),
  ),
);
