import { getPersonalDataPageEndpoint } from "@/contract/personal-data";
import { getPersonalData } from "@/core/leads/personal-data";
import { renderEmail } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { renderPersonalDataPage } from "@/server/pages/personal-data";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getPersonalDataPageEndpoint, async ({ ctx, params }) =>
    renderPersonalDataPage(await getPersonalData(ctx, params.email, renderEmail)),
  ),
);
