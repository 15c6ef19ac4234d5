import { findProtectionEndpoint } from "@/contract/protection-state";
import { findProtection as find } from "@/core/abuse-protection/state";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(endpointHandler(findProtectionEndpoint, ({ ctx }) => find(ctx)));
