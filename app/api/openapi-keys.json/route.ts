import { openApiDocument } from "@/contract/openapi";
import { documentHandlers } from "@/server/document-handler";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = documentHandlers("/openapi-keys.json", () => openApiDocument("keys"));
