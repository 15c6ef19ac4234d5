import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openApiDocument } from "@/contract/openapi";
import { size } from "@/tests/harness/size";

const run = promisify(execFile);
const modules = path.resolve("node_modules");

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  types: [],
  noEmit: true,
};

test.each(size<("everyone" | "keys")[]>(["keys"], ["everyone", "keys"]))(
  "the types that openapi-typescript generates for %s work in a strict project",
  async (audience) => {
    const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-types-"));
    const [document, schema] = [path.join(folder, "openapi.json"), path.join(folder, "schema.d.ts")];
    writeFileSync(document, JSON.stringify(openApiDocument(audience)));
    const generator = ["--import", "./tests/typed-client/typescript-api.mjs", path.join(modules, "openapi-typescript/bin/cli.js")];
    await run(process.execPath, [...generator, document, "-o", schema]);
    copyFileSync("tests/typed-client/examples.ts", path.join(folder, "examples.ts"));
    symlinkSync(modules, path.join(folder, "node_modules"));
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["examples.ts"] }));
    const { stdout } = await run(path.join(modules, ".bin/tsc"), ["-p", folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
    // An object without any field is a request without a body.
    const emptyObjects = readFileSync(schema, "utf8").match(/^.*Record<string, never>.*$/gm) ?? [];
    expect(emptyObjects.filter((line) => !/^export type (webhooks|\$defs)|"application\/json": /.test(line))).toEqual([]);
  },
);
