import { removeStaffEndpoint, updateStaffEndpoint } from "@/contract/team";
import { updateStaff as change, removeStaff as remove } from "@/core/staff/team";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(updateStaffEndpoint, ({ ctx, params, body }) => change(ctx, params.id, body)),
  endpointHandler(removeStaffEndpoint, ({ ctx, params }) => remove(ctx, params.id)),
);
