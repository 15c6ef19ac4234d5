import { readFileSync, writeFileSync } from "node:fs";
import { replaceRoleMatrix } from "@/contract/guide";
import { openApiDocument } from "@/contract/openapi";
import { generateClient, generatedFolder } from "./sdk/generate";

/**
 * `npm run openapi` writes the OpenAPI document to docs/openapi.json, so that changes to it can be reviewed, the matrix of roles to the guide,
 * and the types and calls of the client to sdk/src/generated.
 */
writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);

const guide = "docs/guide/team-and-security.md";
writeFileSync(guide, replaceRoleMatrix(readFileSync(guide, "utf8")));

for (const [name, text] of Object.entries(generateClient())) writeFileSync(`${generatedFolder}/${name}`, text);
