import { globSync } from "node:fs";
import path from "node:path";
import type { Endpoint, Method } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";

export type Handlers = Record<string, (request: Request) => Promise<Response>>;

export type Route = { file: string; path: string; pattern: RegExp; rank: string };

const api = path.resolve("app/api");

/** Every route file below app/api, most specific first, as Next orders them: fixed words, then parameters, then the rest. */
export const routes: readonly Route[] = globSync("**/route.ts", { cwd: api })
  .map((file) => {
    const parts = path
      .dirname(file)
      .split(path.sep)
      .filter((part) => part !== ".");
    return {
      file: path.join(api, file),
      path: `/${parts.join("/")}`,
      pattern: new RegExp(
        `^${parts.map((part) => (part.startsWith("[...") ? "/.+" : part.startsWith("[") ? "/[^/]+" : `/${part}`)).join("")}/?$`,
      ),
      rank: parts.map((part) => (part.startsWith("[...") ? "3" : part.startsWith("[") ? "2" : `1${part}`)).join("/"),
    };
  })
  .sort((a, b) => (a.rank < b.rank ? -1 : 1));

/** The handlers that answer at a path below the base address. */
export async function handlersAt(pathname: string): Promise<Handlers> {
  const route = routes.find(({ pattern }) => pattern.test(pathname));
  if (!route) throw new Error(`No route file answers at ${pathname}`);
  return (await import(route.file)) as Handlers;
}

export type Address = { endpoint: Endpoint; name: string; method: Method; path: string; pattern: RegExp; rank: string };

const patternOf = (documented: string) => new RegExp(`^${documented.replace(/:\w+/g, "[^/]+")}/?$`);

/** Every method and path that is documented, aliases too, most specific first. */
export const addresses: readonly Address[] = Object.entries(endpoints)
  .flatMap(([name, endpoint]) =>
    [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])].map((each) => ({
      endpoint,
      name,
      ...each,
      pattern: patternOf(each.path),
      rank: each.path.replace(/[^/]+/g, (part) => (part.startsWith(":") ? "2" : `1${part}`)),
    })),
  )
  .sort((a, b) => (a.rank < b.rank ? -1 : 1));

/** The documented endpoint behind a method and path, if any. */
export function endpointAt(method: string, pathname: string): Endpoint | undefined {
  // A code may be any word, even one of a path; an id is none.
  const isFixed = addresses.some((address) => address.path === pathname);
  return addresses.find(
    (address) => address.method === method && address.pattern.test(pathname) && !(isFixed && /\/:(id|batch)$/.test(address.path)),
  )?.endpoint;
}
