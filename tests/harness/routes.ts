import { globSync } from "node:fs";
import path from "node:path";
import type { Endpoint, Method } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";

export type Handlers = Record<string, (request: Request) => Promise<Response>>;

export type Route = { file: string; path: string; pattern: RegExp; specificity: string };

const apiFolder = path.resolve("app/api");

/** Every route file below app/api, most specific first, as Next orders them: fixed words, then parameters, then the rest. */
export const routes: readonly Route[] = globSync("**/route.ts", { cwd: apiFolder })
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

/** The handlers that answer at a path below the base address. */
export async function loadHandlers(pathname: string): Promise<Handlers> {
  const route = routes.find(({ pattern }) => pattern.test(pathname));
  if (!route) throw new Error(`No route file answers at ${pathname}`);
  return (await import(route.file)) as Handlers;
}

export type DocumentedPath = { endpoint: Endpoint; name: string; method: Method; path: string; pattern: RegExp; specificity: string };

const pathPattern = (documented: string) => new RegExp(`^${documented.replace(/:\w+/g, "[^/]+")}/?$`);

/** Every method and path that is documented, aliases too, most specific first. */
export const documentedPaths: readonly DocumentedPath[] = Object.entries(endpoints)
  .flatMap(([name, endpoint]) =>
    [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])].map((entry) => ({
      endpoint,
      name,
      ...entry,
      pattern: pathPattern(entry.path),
      specificity: entry.path.replace(/[^/]+/g, (part) => (part.startsWith(":") ? "2" : `1${part}`)),
    })),
  )
  .sort((a, b) => (a.specificity < b.specificity ? -1 : 1));

/** The documented endpoint behind a method and path, if any. */
export function findEndpoint(method: string, pathname: string): Endpoint | undefined {
  // A code may be any word, even one of a path; an id is none.
  const isFixed = documentedPaths.some((address) => address.path === pathname);
  return documentedPaths.find(
    (address) => address.method === method && address.pattern.test(pathname) && !(isFixed && /\/:(id|batch)$/.test(address.path)),
  )?.endpoint;
}
