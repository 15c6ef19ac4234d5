import { getPersonalDataPageEndpoint } from "@/contract/personal-data";
import { exportPersonalData } from "@/core/leads/export-personal-data";
import { renderEmail } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { renderPersonalDataPage } from "@/server/pages/personal-data";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getPersonalDataPageEndpoint, async ({ ctx, params }) =>
    renderPersonalDataPage(await exportPersonalData(ctx, params.email, renderEmail)),
  ),
);
