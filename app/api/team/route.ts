import { listStaffEndpoint } from "@/contract/team";
import { listStaff as list } from "@/core/staff/team";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(endpointHandler(listStaffEndpoint, ({ ctx }) => list(ctx)));
