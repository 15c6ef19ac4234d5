import { openApiDocument } from "@/contract/openapi";
import { commonHeaders } from "@/server/responses";
import { routeHandlers } from "@/server/route-handlers";

const text = JSON.stringify(openApiDocument());

/** Returns the document without the envelope. */
const handle = async () => new Response(text, { headers: commonHeaders(crypto.randomUUID()) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  endpoint: { method: "GET", path: "/openapi.json", access: [] },
  handle,
});
