import { findCodeEndpoint } from "@/contract/codes";
import { get } from "@/core/codes/find";
import { endpointHandler } from "@/server/endpoint-handler";

/** Looks up the code in the last part of the path; the routes of fixed words answer it too, since a code may read like one of them. */
export const lookUp = endpointHandler(findCodeEndpoint, ({ ctx, params }) => get(ctx, params.code));
