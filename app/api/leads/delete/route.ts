import { deleteLeadEndpoint } from "@/contract/leads";
import { remove } from "@/core/leads/delete";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(deleteLeadEndpoint, ({ ctx, body }) => remove(ctx, body.email)),
);
