import { openApiDocument } from "@/contract/openapi";
import { commonHeaders } from "@/server/responses";
import { routeHandlers } from "@/server/route-handlers";

const text = JSON.stringify(openApiDocument());

/** The document says how the envelope looks, and stands outside it itself. */
const handle = async () => new Response(text, { headers: commonHeaders(crypto.randomUUID()) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  endpoint: { method: "GET", path: "/openapi.json", access: [] },
  handle,
});
