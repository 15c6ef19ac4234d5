import { globSync } from "node:fs";
import path from "node:path";
import { type Endpoint, endpointCalls, type Method } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";

export type Handlers = Record<string, (request: Request) => Promise<Response>>;

export type Route = { file: string; path: string; pattern: RegExp; specificity: string };

const apiFolder = path.resolve("app/api");

/** Every route file in app/api, most specific first, in Next's order: static segments, then parameters, then catch-alls. */
export const routeFiles: readonly Route[] = globSync("**/route.ts", { cwd: apiFolder })
  .map((file) => {
    const parts = path
      .dirname(file)
      .split(path.sep)
      .filter((part) => part !== ".");
    return {
      file: path.join(apiFolder, file),
      path: `/${parts.join("/")}`,
      pattern: new RegExp(
        `^${parts.map((part) => (part.startsWith("[...") ? "/.+" : part.startsWith("[") ? "/[^/]+" : `/${part}`)).join("")}/?$`,
      ),
      specificity: parts.map((part) => (part.startsWith("[...") ? "3" : part.startsWith("[") ? "2" : `1${part}`)).join("/"),
    };
  })
  .sort((a, b) => (a.specificity < b.specificity ? -1 : 1));

/** Loads the route handlers for a path. */
export async function loadHandlers(pathname: string): Promise<Handlers> {
  const route = routeFiles.find(({ pattern }) => pattern.test(pathname));
  if (!route) throw new Error(`No route file matches ${pathname}`);
  return (await import(route.file)) as Handlers;
}

export type DocumentedPath = { endpoint: Endpoint; name: string; method: Method; path: string; pattern: RegExp; specificity: string };

const pathPattern = (documented: string) => new RegExp(`^${documented.replace(/:\w+/g, "[^/]+")}/?$`);

/** Every documented method and path, including aliases and those of files, most specific first. */
export const documentedPaths: readonly DocumentedPath[] = Object.entries(endpoints)
  .flatMap(([name, endpoint]) =>
    endpointCalls(endpoint).map((entry) => ({
      endpoint,
      name,
      ...entry,
      pattern: pathPattern(entry.path),
      specificity: entry.path.replace(/[^/]+/g, (part) => (part.startsWith(":") ? "2" : `1${part}`)),
    })),
  )
  .sort((a, b) => (a.specificity < b.specificity ? -1 : 1));

/** Finds the documented endpoint for a method and path. */
export function findEndpoint(method: string, pathname: string): Endpoint | undefined {
  // A code can equal a word of a path, but an id can't.
  const isFixed = documentedPaths.some((documented) => documented.path === pathname);
  return documentedPaths.find(
    (documented) =>
      documented.method === method && documented.pattern.test(pathname) && !(isFixed && /\/:(id|batch|kind)$/.test(documented.path)),
  )?.endpoint;
}
