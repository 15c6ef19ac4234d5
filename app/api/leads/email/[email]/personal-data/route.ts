import { getPersonalDataEndpoint } from "@/contract/personal-data";
import { exportPersonalData } from "@/core/leads/export-personal-data";
import { renderEmail } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getPersonalDataEndpoint, ({ ctx, params }) => exportPersonalData(ctx, params.email, renderEmail)),
);
