import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";

test("error stacks name the line of the TypeScript source", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-source-maps-"));
  try {
    const source = join(folder, "broken.ts");
    writeFileSync(source, "type Unused = string;\nexport function fail(): never {\n  throw new TypeError('It failed.');\n}\nfail();\n");
    buildSync({ entryPoints: [source], outfile: join(folder, "broken.js"), sourcemap: "linked", format: "esm", minify: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const run = promisify(execFile)(process.execPath, ["--import=./cli/source-maps.mjs", join(folder, "broken.js")]);
    const { stderr } = await run.catch((error) => error as { stderr: string });
    expect(stderr).toContain("TypeError: It failed.\n    at");
    expect(stderr).toContain(`${source}:3:9`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
