import { writeFileSync } from "node:fs";
import { openApiDocument } from "@/contract/openapi";

/** `npm run openapi`: writes the document that the service serves to docs/openapi.json, where a change to it can be reviewed. */
writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);
