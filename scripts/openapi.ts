import { readFileSync, writeFileSync } from "node:fs";
import { replaceTools } from "@/contract/agent-tools";
import { replaceRoleMatrix } from "@/contract/guide";
import { openApiDocument } from "@/contract/openapi";
import { generateClient, generatedFolder } from "./sdk/generate";

/**
 * `npm run openapi` writes the OpenAPI document to docs/openapi.json, so that changes to it can be reviewed, the matrix of roles and the table of tools to
 * the guides, and the types and calls of the client to sdk/src/generated.
 */
writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);

for (const [name, replace] of [["team-and-security", replaceRoleMatrix] as const, ["ai-agents", replaceTools] as const]) {
  const guide = `docs/guide/${name}.md`;
  writeFileSync(guide, replace(readFileSync(guide, "utf8")));
}

for (const [name, text] of Object.entries(generateClient())) writeFileSync(`${generatedFolder}/${name}`, text);
