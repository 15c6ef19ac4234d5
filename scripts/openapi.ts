import { readFileSync, writeFileSync } from "node:fs";
import { replaceRoleMatrix } from "@/contract/guide";
import { openApiDocument } from "@/contract/openapi";

/** `npm run openapi` writes the OpenAPI document to docs/openapi.json, so that changes to it can be reviewed, and the matrix of roles to the guide. */
writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);

const guide = "docs/guide/team-and-security.md";
writeFileSync(guide, replaceRoleMatrix(readFileSync(guide, "utf8")));
