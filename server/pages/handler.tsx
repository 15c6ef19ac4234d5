import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { type EmbedFrame, FailedPage, ServiceUnavailable } from "@/components/public/card";
import { failedPageMessages, unavailableMessages } from "@/components/public/messages";
import { defaultAccent, type ProjectRecord } from "@/contract/project";
import type { Context } from "@/core/context";
import { getProject } from "@/core/projects/record";
import { pingDatabase } from "@/db/availability";
import { withRequestLimit } from "@/db/request-limit";
import { sanitizeName } from "@/lib/sanitize-name";
import { getSystemContext } from "../context";
import { toApiError } from "../responses";
import { getServices } from "../services";
import { type Page, renderDocument } from "./document";
import { readLinkQuery } from "./link-query";

type Handler = (request: Request) => Promise<Response>;

/** The handlers of a path, by method. */
export type Handlers = Partial<Record<"GET" | "POST", Handler>>;

/** What a page is rendered from. Of repeated query parameters, the first counts. */
export type PageRequest = {
  request: Request;
  query: URLSearchParams;
  ctx: Context;
  project: ProjectRecord;
  frame: EmbedFrame | undefined;
};

type PageOptions = {
  /** Reads the options of a page for frames from its URL. Search engines should list the page itself, not this version. */
  readFrame?: (query: URLSearchParams) => EmbedFrame;
};

/** Creates the handler of a page, or of a redirect. If `load` throws, it responds with a page that says so. */
export function pageHandler(load: (request: PageRequest) => Promise<Page | Response>, { readFrame }: PageOptions = {}): Handler {
  const handle: Handler = async (request) => {
    const query = readLinkQuery(new URL(request.url).search);
    const frame = readFrame?.(query);
    try {
      const ctx = await getSystemContext();
      const saved = await getProject(ctx);
      const project = { ...saved, name: sanitizeName(saved.name) };
      const page = await load({ request, query, ctx, project, frame });
      if (page instanceof Response) return page;
      const html = await renderDocument(frame ? asFrame(page) : page, { project, nonce: getNonce(request) });
      return htmlResponse(request, html);
    } catch (error) {
      return failedPage(error, request, frame);
    }
  };
  return (request) => withRequestLimit(() => handle(request));
}

/** The version of a page for frames, which search engines shouldn't list. */
const asFrame = (page: Page): Page => ({ ...page, robots: "noindex", scripts: [...(page.scripts ?? []), "browser/frame.ts"] });

/** Returns null if the database responds, otherwise a page that says it doesn't (503 with `Retry-After`). */
export async function checkDatabase(request: Request): Promise<Response | null> {
  try {
    await pingDatabase(getServices().connection.db);
    return null;
  } catch (error) {
    return failedPage(error, request);
  }
}

async function failedPage(error: unknown, request: Request, frame?: EmbedFrame): Promise<Response> {
  const errorId = randomUUID();
  const apiError = toApiError(error, errorId);
  const { pathname, search } = new URL(request.url);
  const page =
    apiError.errorName === "unavailable"
      ? { title: unavailableMessages.title, content: <ServiceUnavailable project={gatehouse} frame={frame} /> }
      : {
          title: failedPageMessages.title,
          content: <FailedPage project={gatehouse} frame={frame} errorId={errorId} url={pathname + search} />,
        };
  const html = await renderDocument({ ...page, robots: "noindex" }, { project: gatehouse, nonce: getNonce(request) });
  return htmlResponse(request, html, { status: apiError.errorName === "unavailable" ? 503 : 500, headers: apiError.headers });
}

/** Replaces the project, which can't be loaded. */
const gatehouse = { name: "Gatehouse", logo: null, accent: defaultAccent };

const getNonce = (request: Request): string | undefined => request.headers.get("x-nonce") ?? undefined;

/** A page that contains personal data or a token, in the smallest encoding that the browser accepts. */
async function htmlResponse(
  request: Request,
  html: string,
  { status = 200, headers: extraHeaders = {} }: { status?: number; headers?: Record<string, string> | undefined } = {},
): Promise<Response> {
  const headers = new Headers({
    ...extraHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-cache, no-store, max-age=0, must-revalidate",
    Vary: "Accept-Encoding",
  });
  const accepted = new Negotiator({ headers: { "accept-encoding": request.headers.get("accept-encoding") ?? "" } }).encodings();
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  if (encoding === undefined) return new Response(html, { status, headers });
  headers.set("Content-Encoding", encoding);
  return new Response(encoding === "br" ? await compressBrotli(html) : await compressGzip(html), { status, headers });
}

const compressGzip = promisify<string, Buffer<ArrayBuffer>>(gzip);

// The default quality of 11 would take longer than the rest of the response.
const compressBrotli = (text: string): Promise<Buffer<ArrayBuffer>> =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
