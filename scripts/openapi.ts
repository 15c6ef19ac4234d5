import { writeFileSync } from "node:fs";
import { openApiDocument } from "@/contract/openapi";

/** `npm run openapi` writes the OpenAPI document to docs/openapi.json, so that changes to it can be reviewed. */
writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);
