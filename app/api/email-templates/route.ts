import { listMailTextsEndpoint } from "@/contract/mail";
import { listMailTexts as list } from "@/core/sends/texts";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(endpointHandler(listMailTextsEndpoint, ({ ctx }) => list(ctx)));
