import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import { routes } from "@/lib/routes";

/** The pages that customers see once, on whatever they have: they are whole without script. */
const stillPages: ReadonlySet<string> = new Set([
  ...[routes.claim, routes.join, routes.confirm, routes.place, routes.unsubscribe],
  ...[routes.embed.claim, routes.embed.join],
]);

/**
 * Leaves the framework's scripts out of the pages that do without (docs/decisions/0017): they are three times the size of all else, and nothing on
 * these pages waits for them. Where Next answers with anything but the page, such as a part of it for its own router, that goes through.
 */
export function keepStill(request: IncomingMessage, response: ServerResponse): void {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (!stillPages.has(path.replace(/\/+$/, "")) || (request.method !== "GET" && request.method !== "HEAD")) return;
  const encoding = new Negotiator(request).encodings(["br", "gzip"]).find((each) => each === "br" || each === "gzip");
  // What is compressed on its way here cannot be read.
  delete request.headers["accept-encoding"];
  const kept: Buffer[] = [];
  let isPage = false;
  let isOver = false;
  const { writeHead, write, end } = response;
  const begin = () => {
    if (!response.headersSent) response.writeHead(response.statusCode);
  };
  const keep = (chunk: unknown, form: unknown) => {
    if (typeof chunk === "string") kept.push(Buffer.from(chunk, typeof form === "string" ? (form as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) kept.push(Buffer.from(chunk));
  };
  const call = (...last: unknown[]) => (last.find((each) => typeof each === "function") as (() => void) | undefined)?.();
  // Next sends the head long before the page; whatever it is, it leaves through here.
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    isPage = status === 200 && String(response.getHeader("Content-Type") ?? "").startsWith("text/html");
    if (isPage) {
      response.removeHeader("Content-Length");
      if (!String(response.getHeader("Vary") ?? "").includes("Accept-Encoding")) response.appendHeader("Vary", "Accept-Encoding");
      if (encoding) response.setHeader("Content-Encoding", encoding);
    }
    return Reflect.apply(writeHead, response, [status, ...rest]);
  }) as typeof writeHead;
  response.write = ((chunk: unknown, form?: unknown, done?: unknown) => {
    begin();
    if (!isPage) return Reflect.apply(write, response, [chunk, form, done]);
    keep(chunk, form);
    call(form, done);
    return true;
  }) as typeof write;
  response.end = ((chunk?: unknown, form?: unknown, done?: unknown) => {
    begin();
    if (!isPage || isOver) return Reflect.apply(end, response, isOver ? [] : [chunk, form, done]);
    isOver = true;
    keep(chunk, form);
    const text = Buffer.from(withoutScripts(Buffer.concat(kept).toString()));
    const body = encoding === "br" ? brotli(text) : encoding === "gzip" ? gzipSync(text) : text;
    return Reflect.apply(end, response, [body, () => call(chunk, form, done)]);
  }) as typeof end;
}

// The best would take longer than all the rest of the answer.
const brotli = (text: Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** A page without the scripts it was rendered with, and without what asks for them early; those marked as its own stay. */
export function withoutScripts(html: string): string {
  // A part that came late is put into its place by script: such a page stays as it is.
  if (html.includes('<template id="B:')) return html;
  return html
    .replace(/<script\b(?![^>]*\bdata-own\b)[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link\b(?=[^>]*\brel="(?:preload|modulepreload)")(?=[^>]*\bas="script")[^>]*>/g, "");
}
