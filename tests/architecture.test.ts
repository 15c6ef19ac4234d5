import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/index";
import { documentedPaths, loadHandlers, routes } from "./harness/routes";

const root = path.resolve(".");
const rooms = ["app", "browser", "components", "contract", "core", "db", "emails", "lib", "server", "start", "worker"];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

type Source = { file: string; text: string; imports: { from: string; file: string | null; typeOnly: boolean }[] };

/** Every source file of the product, with what it imports. */
const sources: Source[] = globSync([...rooms.map((room) => `${room}/**/*.{ts,tsx,mjs}`), "*.ts"], { cwd: root })
  .filter((file) => !isTest(file) && !file.endsWith(".d.ts"))
  .sort()
  .map((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const found = [
      ...text.matchAll(
        /^(import|export)(\s+type)?\b[^;"']*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm,
      ),
    ];
    return {
      file,
      text,
      imports: found.map(([, , type, from, bare, dynamic]) => importOf(file, from ?? bare ?? dynamic ?? "", type !== undefined)),
    };
  });

function importOf(file: string, from: string, typeOnly: boolean) {
  const target = from.startsWith("@/") ? from.slice(2) : from.startsWith(".") ? path.join(path.dirname(file), from) : null;
  const resolved =
    target === null
      ? null
      : ["", ".ts", ".tsx", ".mjs", "/index.ts"]
          .map((end) => target + end)
          .find((each) => /\.\w+$/.test(each) && existsSync(path.join(root, each)));
  if (target !== null && !resolved) throw new Error(`${file} imports ${from}, which is not there`);
  return { from, file: resolved ?? null, typeOnly };
}

const roomOf = (file: string) => file.split("/")[0] ?? "";
const among = (...names: string[]) => sources.filter(({ file }) => names.includes(roomOf(file)));

describe("imports", () => {
  test("are read at all", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.find(({ file }) => file === "core/codes/claim.ts")?.imports.map(({ file }) => file)).toContain("contract/claims.ts");
  });

  test("have no cycles", () => {
    const graph = new Map(
      sources.map(({ file, imports }) => [file, imports.flatMap((each) => (each.file === null || each.typeOnly ? [] : [each.file]))]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, trail: string[]) => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
      if (done.has(file) || trail.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  // What each room may import of ours: everything may look down, nothing may look up.
  const below: Record<string, string[]> = {
    lib: ["lib"],
    contract: ["contract"],
    emails: ["emails", "contract", "lib"],
    db: ["db", "contract", "lib"],
    core: ["core", "db", "emails", "contract", "lib"],
    server: ["server", "core", "db", "emails", "contract", "lib"],
    components: ["components", "contract", "lib"],
    browser: ["browser", "components", "contract", "lib"],
    app: ["app", "components", "server", "core", "contract", "lib"],
  };
  test.each(Object.entries(below))("of %s look only at %j", (room, allowed) => {
    const upward = among(room).flatMap(({ file, imports }) =>
      imports.flatMap((each) => (each.file === null || allowed.includes(roomOf(each.file)) ? [] : [`${file} imports ${each.file}`])),
    );
    // The seed is the one place below core that calls it: scripts make the first project with it.
    expect(upward).toEqual([]);
  });

  test("of emails in core are types: only the worker renders mail", () => {
    const rendering = among("core", "server", "app").flatMap(({ file, imports }) =>
      imports.flatMap((each) => (each.file?.startsWith("emails/") && !each.typeOnly ? [`${file} imports ${each.file}`] : [])),
    );
    expect(rendering).toEqual([]);
  });

  const packages = (name: RegExp, allowed: (file: string) => boolean) =>
    sources.flatMap(({ file, imports }) =>
      imports.flatMap(({ from }) => (name.test(from) && !allowed(file) ? [`${file} imports ${from}`] : [])),
    );

  test("of server-only stand in every file of server and in no other", () => {
    expect(packages(/^server-only$/, (file) => roomOf(file) === "server")).toEqual([]);
    expect(
      among("server")
        .filter(({ text }) => !text.startsWith('import "server-only";'))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  test("of next-auth stand in the session and its route", () => {
    expect(packages(/^next-auth/, (file) => file === "server/session.ts" || file.startsWith("app/api/auth/"))).toEqual([]);
  });

  test("of contract are zod, what prints the document from it, and its own", () => {
    expect(packages(/^[^.@]/, (file) => roomOf(file) !== "contract").filter((each) => !/ (zod|zod-openapi)$/.test(each))).toEqual([]);
  });

  test("of React, Next and HTTP are not in core and db", () => {
    expect(packages(/^(react|next|node:http)/, (file) => !["core", "db"].includes(roomOf(file)))).toEqual([]);
  });
});

describe("doors", () => {
  const files = among("app").filter(({ file }) => file.startsWith("app/api/"));
  const served = files.flatMap(({ file, text, imports }) =>
    [...text.matchAll(/\bserve\(\s*(\w+)/g)].map(([, local = ""]) => {
      const [, original = local] = new RegExp(`\\b(\\w+) as ${local}\\b`).exec(text) ?? [];
      const from = imports.find((each) => each.file?.startsWith("contract/"))?.file;
      return { file, name: original, from };
    }),
  );

  test("are one for every endpoint, and every door is an endpoint's", () => {
    expect(served.map(({ name }) => name).sort()).toEqual(Object.keys(endpoints).sort());
  });

  test("stand at the endpoint's own path", () => {
    for (const { file, name } of served.filter(({ file }) => file.endsWith("/route.ts"))) {
      const onDisk = path
        .dirname(file)
        .replace("app/api", "")
        .replace(/\[(\w+)\]/g, ":$1");
      expect(onDisk, name).toBe(endpoints[name]?.path);
    }
  });

  test("every route file is at a documented path, an older client's, or for the unknown", () => {
    const others = ["/", "/[...path]", "/openapi.json", "/auth/[...nextauth]"];
    const documented = new Set(documentedPaths.map(({ path: each }) => each.replace(/:(\w+)/g, "[$1]")));
    expect(routes.map((route) => route.path).filter((each) => !documented.has(each) && !others.includes(each))).toEqual([]);
  });

  test("every documented address has a route file of its own", async () => {
    const onDisk = new Set(routes.map((route) => route.path.replace(/\[(\w+)\]/g, ":$1")));
    for (const { method, path: documented } of documentedPaths) {
      expect(onDisk, documented).toContain(documented);
      expect(Object.keys(await loadHandlers(documented.replace(/:\w+/g, "x")))).toContain(method);
    }
  });

  test("have one statement beside what they import, of 12 lines at most", () => {
    const beside = (text: string) => text.replace(/^import [^;]*;\n/gm, "").trim();
    const doors = files.filter(({ text }) => text.includes("serve("));
    const long = doors.filter(({ text }) => beside(text).split("\n").length > 12 || /;\n/.test(beside(text)));
    expect(long.map(({ file }) => file)).toEqual([]);
  });
});

describe("the source", () => {
  const reading = (pattern: RegExp, allowed: readonly string[]) =>
    sources.filter(({ file, text }) => pattern.test(text) && !allowed.includes(file)).map(({ file }) => file);

  test("reads the environment in lib/env.ts alone", () => {
    // Configurations run before there is anything to import.
    expect(
      reading(/process\.env/, ["lib/env.ts", "next.config.ts", "drizzle.config.ts", "playwright.config.ts", "vitest.config.ts"]),
    ).toEqual([]);
  });

  test("has no server actions", () => {
    expect(reading(/["']use server["']/, [])).toEqual([]);
  });

  test("says any in server/serve.ts, and where an endpoint of any shape is called or printed", () => {
    const withoutComments = ({ text }: Source) =>
      text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, "");
    const loose = sources.filter((source) => /(:|<|,|\bas|\|)\s*any\b(?!\s*:)/.test(withoutComments(source))).map(({ file }) => file);
    expect(loose).toContain("server/serve.ts");
    expect(loose.filter((file) => !["server/serve.ts", "contract/call.ts", "contract/openapi.ts"].includes(file))).toEqual([]);
  });

  test("compares no secret and prints nothing by console where the log belongs", () => {
    expect(
      among("core", "server", "app", "db", "emails", "contract", "lib")
        .filter(({ text }) => /\bconsole\./.test(text))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  test("has no href to the dashboard written by hand", () => {
    expect(
      among("app", "components")
        .filter(({ text }) => /href=["'{`]+\/dashboard/.test(text))
        .map(({ file }) => file),
    ).toEqual([]);
  });
});

test("package-lock.json names no address to fetch from, so that any registry serves", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, { resolved?: string }> };
  expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined && /^https?:/.test(resolved))).toEqual([]);
});
