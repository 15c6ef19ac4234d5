import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/index";
import { documentedPaths, loadHandlers, routeFiles } from "./harness/routes";

const root = path.resolve(".");
const folders = ["app", "browser", "cli", "components", "contract", "core", "db", "emails", "lib", "sdk", "server", "worker"];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

type Import = { specifier: string; file: string | null; isType: boolean };
type SourceFile = { file: string; text: string; imports: Import[] };

/** Every source file of the product with its imports. */
const sources: SourceFile[] = globSync([...folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`), "*.ts"], { cwd: root })
  .filter((file) => !isTest(file) && !file.endsWith(".d.ts"))
  .sort()
  .map((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const matches = [
      ...text.matchAll(
        /^(import|export)(\s+type)?\b[^;"']*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm,
      ),
    ];
    return {
      file,
      text,
      imports: matches.map(([, , type, from, sideEffect, dynamic]) =>
        resolveImport(file, from ?? sideEffect ?? dynamic ?? "", type !== undefined),
      ),
    };
  });

function resolveImport(file: string, specifier: string, isType: boolean): Import {
  const target = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? // Types of packages for Node.js name the files that they are built to.
        path.join(path.dirname(file), specifier).replace(/\.js$/, "")
      : null;
  const resolved =
    target === null
      ? null
      : ["", ".ts", ".tsx", ".mjs", "/index.ts"]
          .map((extension) => target + extension)
          .find((candidate) => /\.\w+$/.test(candidate) && existsSync(path.join(root, candidate)));
  if (target !== null && !resolved) throw new Error(`${file} imports ${specifier}, which doesn't exist`);
  return { specifier, file: resolved ?? null, isType };
}

const topFolder = (file: string) => file.split("/")[0] ?? "";
const filesIn = (...names: string[]) => sources.filter(({ file }) => names.includes(topFolder(file)));
const isEndpointFile = ({ text }: SourceFile) => text.includes("endpointHandler(");

describe("imports", () => {
  test("are found by this test", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.find(({ file }) => file === "core/codes/claim.ts")?.imports.map(({ file }) => file)).toContain("contract/claims.ts");
  });

  test("have no cycles, not even of types or of what is loaded later", () => {
    const graph = new Map(sources.map(({ file, imports }) => [file, imports.flatMap((each) => each.file ?? [])]));
    const visited = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, ancestors: string[]) => {
      if (ancestors.includes(file)) cycles.push([...ancestors.slice(ancestors.indexOf(file)), file].join(" → "));
      if (visited.has(file) || ancestors.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...ancestors, file]);
      visited.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  // Dependencies point one way: app, worker, cli → server → core → db, emails, with contract and lib below all of them.
  const allowedImports: Record<string, string[]> = {
    lib: ["lib"],
    sdk: ["sdk"],
    contract: ["contract", "lib/plural.ts"],
    emails: ["emails", "contract", "lib"],
    db: ["db", "contract", "lib"],
    core: ["core", "db", "emails", "contract", "lib"],
    server: ["server", "core", "db", "emails", "contract", "lib"],
    "server/pages": ["server", "components/public", "core", "db", "contract", "lib"],
    worker: ["worker", "core", "db", "emails", "contract", "lib"],
    cli: ["cli", "worker", "server", "core", "db", "emails", "contract", "lib", "scripts/demo", "sdk/src/cli.ts"],
    app: ["app", "components", "server", "core", "contract", "lib"],
    browser: ["browser", "components/public", "contract", "lib"],
    "components/ui": ["components/ui", "contract", "lib"],
    components: ["components", "contract", "lib"],
  };
  const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);
  test.each(Object.entries(allowedImports))("of %s come from %j only", (folder, allowed) => {
    const nested = Object.keys(allowedImports).filter((other) => other !== folder && isIn(other, folder));
    const violations = sources
      .filter(({ file }) => isIn(file, folder) && !nested.some((other) => isIn(file, other)))
      .flatMap(({ file, imports }) =>
        imports.flatMap((each) =>
          each.file === null || allowed.some((other) => isIn(each.file ?? "", other)) ? [] : [`${file} imports ${each.file}`],
        ),
      );
    expect(violations).toEqual([]);
  });

  test("of another feature's components come from its index.ts only", () => {
    const sharedFolders = ["ui", "list", "layout", "shell"];
    const featureOf = (file: string) => (file.startsWith("components/") && file.split("/").length > 2 ? file.split("/")[1] : undefined);
    const violations = filesIn("components").flatMap(({ file, imports }) =>
      imports.flatMap((each) => {
        const feature = each.file === null ? undefined : featureOf(each.file);
        const isAllowed =
          feature === undefined || feature === featureOf(file) || sharedFolders.includes(feature) || each.file?.endsWith("/index.ts");
        return isAllowed ? [] : [`${file} imports ${each.file}`];
      }),
    );
    expect(violations).toEqual([]);
  });

  test("of emails in core and app are types, because Next's server layer can't render emails", () => {
    const runtimeImports = filesIn("core", "app").flatMap(({ file, imports }) =>
      imports.flatMap((each) => (each.file?.startsWith("emails/") && !each.isType ? [`${file} imports ${each.file}`] : [])),
    );
    expect(runtimeImports).toEqual([]);
  });

  const packageImports = (name: RegExp, isAllowed: (file: string) => boolean) =>
    sources.flatMap(({ file, imports }) =>
      imports.flatMap(({ specifier }) => (name.test(specifier) && !isAllowed(file) ? [`${file} imports ${specifier}`] : [])),
    );

  test("of next-auth are only in the session cookie and the sign-in route", () => {
    expect(packageImports(/^next-auth/, (file) => file === "server/session-cookie.ts" || file.startsWith("app/api/auth/"))).toEqual([]);
  });

  test("of packages in contract are zod and zod-openapi only", () => {
    expect(packageImports(/^[^.@]/, (file) => topFolder(file) !== "contract").filter((each) => !/ (zod|zod-openapi)$/.test(each))).toEqual(
      [],
    );
  });

  test("of React, Next and HTTP are not in core and db", () => {
    expect(packageImports(/^(react|next|node:http)/, (file) => !["core", "db"].includes(topFolder(file)))).toEqual([]);
  });

  test("of clients for HTTP are only in the helper for outgoing requests, so that no one chooses a URL in a private network", () => {
    expect(packageImports(/^(node:)?https$|^undici/, (file) => file === "lib/outgoing-request.ts")).toEqual([]);
    const fetching = filesIn("core", "db", "emails", "server", "worker", "app").filter(({ text }) => /(?<![.\w])fetch\(/.test(text));
    expect(fetching.map(({ file }) => file)).toEqual(["app/api/auth/[...nextauth]/providers.ts"]);
  });
});

describe("reading paths", () => {
  const maxFiles = {
    "Claim, from the socket to the row": 12,
    "Send, from the request to the mail server": 14,
    "Leads → select → send, in the dashboard": 15,
  };
  const docs = readFileSync("docs/architecture.md", "utf8");
  // The router calls route files by their path, and the worker takes what requests have written.
  const isEntryPoint = (file: string) => /^app\/api\/.*\/route\.ts$/.test(file) || file === "worker/run.ts";

  test.each(Object.entries(maxFiles))("%s: the listed files, at most %i, import each other in a chain", (title, max) => {
    const [list = ""] = docs.split(`### ${title}\n`)[1]?.split("\n#") ?? [];
    const files = [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
    expect(files).not.toEqual([]);
    expect(files.length).toBeLessThanOrEqual(max);
    const imported = new Set<string | null>();
    const unconnected: string[] = [];
    for (const [index, file] of files.entries()) {
      if (index > 0 && !isEntryPoint(file) && !imported.has(file)) unconnected.push(file);
      for (const each of sources.find((source) => source.file === file)?.imports ?? []) imported.add(each.file);
    }
    expect(unconnected).toEqual([]);
  });
});

describe("route handlers", () => {
  const files = filesIn("app").filter(({ file }) => file.startsWith("app/api/"));
  const handledEndpoints = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\bendpointHandler\(\s*(\w+)/g)].map(([, local = ""]) => {
      const [, original = local] = new RegExp(`\\b(\\w+) as ${local}\\b`).exec(text) ?? [];
      return { file, name: original.replace(/Endpoint$/, "") };
    }),
  );

  test("exist exactly once for every endpoint", () => {
    expect(handledEndpoints.map(({ name }) => name).sort()).toEqual(Object.keys(endpoints).sort());
  });

  test("are at the endpoint's own path", () => {
    for (const { file, name } of handledEndpoints.filter(({ file }) => file.endsWith("/route.ts"))) {
      const routePath = path
        .dirname(file)
        .replace("app/api", "")
        .replace(/\[(\w+)\]/g, ":$1");
      expect(routePath, name).toBe(endpoints[name]?.path);
    }
  });

  test("are at documented paths, aliases or the path for unknown URLs", () => {
    const undocumentedPaths = ["/", "/[...path]", "/openapi.json", "/openapi-keys.json", "/auth/[...nextauth]"];
    const documented = new Set(documentedPaths.map((each) => each.path.replace(/:(\w+)/g, "[$1]")));
    expect(routeFiles.map((route) => route.path).filter((each) => !documented.has(each) && !undocumentedPaths.includes(each))).toEqual([]);
  });

  test("have a route file of their own for every documented path", async () => {
    const routePaths = new Set(routeFiles.map((route) => route.path.replace(/\[(\w+)\]/g, ":$1")));
    for (const { method, path: documented } of documentedPaths) {
      expect(routePaths, documented).toContain(documented);
      expect(Object.keys(await loadHandlers(documented.replace(/:\w+/g, "x")))).toContain(method);
    }
  });

  test("are files of one statement with at most 12 lines besides the imports", () => {
    const withoutImports = (text: string) => text.replace(/^import [^;]*;\n/gm, "").trim();
    const violations = files
      .filter(isEndpointFile)
      .filter(({ text }) => withoutImports(text).split("\n").length > 12 || /;\n/.test(withoutImports(text)));
    expect(violations.map(({ file }) => file)).toEqual([]);
  });
});

describe("the source code", () => {
  const filesMatching = (pattern: RegExp, allowed: readonly string[]) =>
    sources.filter(({ file, text }) => pattern.test(text) && !allowed.includes(file)).map(({ file }) => file);

  test("reads the environment in lib/env.ts only", () => {
    // Configuration files can't import it.
    expect(
      filesMatching(/process\.env/, [
        "lib/env.ts",
        "sdk/src/cli/config.ts",
        // Prints programs that do.
        "components/reference/samples/typescript.ts",
        "next.config.ts",
        "drizzle.config.ts",
        "playwright.config.ts",
        "vitest.config.ts",
      ]),
    ).toEqual([]);
  });

  test("has no server actions", () => {
    expect(filesMatching(/["']use server["']/, [])).toEqual([]);
  });

  test("uses the type any only where endpoints of any shape are handled, called or documented", () => {
    const withoutComments = ({ text }: SourceFile) =>
      text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, "");
    const filesWithAny = sources
      .filter((source) => /(:|<|,|\bas|\|)\s*any\b(?!\s*:)/.test(withoutComments(source)))
      .map(({ file }) => file);
    const allowed = ["server/endpoint-handler.ts", "contract/call.ts", "contract/openapi.ts"];
    expect(filesWithAny).toContain("server/endpoint-handler.ts");
    expect(filesWithAny.filter((file) => !allowed.includes(file))).toEqual([]);
  });

  test("logs with the logger and not with console", () => {
    expect(
      filesIn("core", "server", "app", "db", "emails", "contract", "lib")
        .filter(({ text }) => /\bconsole\./.test(text))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  test("has no hard-coded links to the dashboard", () => {
    expect(
      filesIn("app", "components")
        .filter(({ text }) => /href=["'{`]+\/dashboard/.test(text))
        .map(({ file }) => file),
    ).toEqual([]);
  });
});

test("package-lock.json contains no registry URLs, so that any registry can be used", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, { resolved?: string }> };
  expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined && /^https?:/.test(resolved))).toEqual([]);
});
