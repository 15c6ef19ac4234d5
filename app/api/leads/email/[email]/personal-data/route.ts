import { getPersonalDataEndpoint } from "@/contract/personal-data";
import { getPersonalData } from "@/core/leads/personal-data";
import { renderEmail } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getPersonalDataEndpoint, ({ ctx, params }) => getPersonalData(ctx, params.email, renderEmail)),
);
