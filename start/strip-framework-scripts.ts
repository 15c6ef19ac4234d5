import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import { routes } from "@/lib/routes";

/** The public pages that work without JavaScript. */
const scriptFreePages: ReadonlySet<string> = new Set([
  ...[routes.claim, routes.join, routes.confirm, routes.position, routes.unsubscribe],
  ...[routes.embed.claim, routes.embed.join],
]);

/**
 * Removes the framework's scripts from pages that don't need them, because they are three times the size of everything else
 * (docs/decisions/0017). Responses other than successful HTML pages pass through unchanged.
 */
export function stripFrameworkScripts(request: IncomingMessage, response: ServerResponse): void {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (!scriptFreePages.has(path.replace(/\/+$/, "")) || (request.method !== "GET" && request.method !== "HEAD")) return;
  const encoding = new Negotiator(request).encodings(["br", "gzip"]).find((name) => name === "br" || name === "gzip");
  // Keeps Next from compressing the page, which could not be changed then.
  delete request.headers["accept-encoding"];
  const chunks: Buffer[] = [];
  let isPage = false;
  let isEnded = false;
  const { writeHead, write, end } = response;
  const ensureHead = () => {
    if (!response.headersSent) response.writeHead(response.statusCode);
  };
  const collect = (chunk: unknown, charset: unknown) => {
    if (typeof chunk === "string") chunks.push(Buffer.from(chunk, typeof charset === "string" ? (charset as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  // The callback is the last argument, after optional ones.
  const runCallback = (...args: unknown[]) => (args.find((arg) => typeof arg === "function") as (() => void) | undefined)?.();
  // Next sends the headers long before the page.
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    isPage = status === 200 && String(response.getHeader("Content-Type") ?? "").startsWith("text/html");
    if (isPage) {
      response.removeHeader("Content-Length");
      if (!String(response.getHeader("Vary") ?? "").includes("Accept-Encoding")) response.appendHeader("Vary", "Accept-Encoding");
      if (encoding) response.setHeader("Content-Encoding", encoding);
    }
    return Reflect.apply(writeHead, response, [status, ...rest]);
  }) as typeof writeHead;
  response.write = ((chunk: unknown, charset?: unknown, callback?: unknown) => {
    ensureHead();
    if (!isPage) return Reflect.apply(write, response, [chunk, charset, callback]);
    collect(chunk, charset);
    runCallback(charset, callback);
    return true;
  }) as typeof write;
  response.end = ((chunk?: unknown, charset?: unknown, callback?: unknown) => {
    ensureHead();
    if (!isPage || isEnded) return Reflect.apply(end, response, isEnded ? [] : [chunk, charset, callback]);
    isEnded = true;
    collect(chunk, charset);
    const page = Buffer.from(removeFrameworkScripts(Buffer.concat(chunks).toString()));
    const body = encoding === "br" ? compressBrotli(page) : encoding === "gzip" ? gzipSync(page) : page;
    return Reflect.apply(end, response, [body, () => runCallback(chunk, charset, callback)]);
  }) as typeof end;
}

// The default quality of 11 would take longer than the rest of the response.
const compressBrotli = (page: Buffer) => brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** Removes scripts and script preloads from a page, except scripts with `data-page-script`. */
export function removeFrameworkScripts(html: string): string {
  // Streamed parts of a page are put in place by scripts, so such a page keeps them.
  if (html.includes('<template id="B:')) return html;
  return html
    .replace(/<script\b(?![^>]*\sdata-page-script\b)[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link\b(?=[^>]*\brel="(?:preload|modulepreload)")(?=[^>]*\bas="script")[^>]*>/g, "");
}
