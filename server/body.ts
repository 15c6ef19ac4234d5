import { parse } from "lossless-json";
import type { ServerRequest } from "srvx";
import { ApiError } from "@/core/api-error";
import { withTimeout } from "@/lib/timeout";

/** Reads the request body, of at most `limit` bytes, as text. Throws `body_too_large`, and `invalid_json` if it isn't valid UTF-8. */
export async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError("invalid_json", { message: "The request body is not valid UTF-8." });
  }
}

/** The client disconnected. It won't read this response, but it must not be logged as an internal error. */
const incomplete = () => new ApiError("invalid_json", { message: "The request body is incomplete." });

/** Throws `body_too_large` or `encoding_not_supported` if the headers say that the body can't be read. */
function checkHeaders({ headers }: Request, limit: number): void {
  if (Number(headers.get("content-length") ?? 0) > limit) throw new ApiError("body_too_large");
  const encodings = (headers.get("content-encoding") ?? "").split(",").map((encoding) => encoding.trim().toLowerCase());
  if (encodings.some((encoding) => encoding !== "" && encoding !== "identity")) throw new ApiError("encoding_not_supported");
}

/** Reads the request body, of at most `limit` bytes. Throws `body_too_large`, `encoding_not_supported`, and `invalid_json` if it is incomplete. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  checkHeaders(request, limit);
  // For `body` and `arrayBuffer`, srvx creates a stream and another request, which takes longer than everything else before the use case.
  const { req } = (request as ServerRequest).runtime?.node ?? {};
  // A body with a length is never longer than that.
  const source = req && request.headers.has("content-length") ? req : readChunks(request, limit);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of source) chunks.push(chunk);
  } catch (error) {
    throw error instanceof ApiError ? error : incomplete();
  }
  return Buffer.concat(chunks);
}

/** How long a client can send nothing while its body is read, in milliseconds. */
const maxPause = 30_000;

/** Reads the request body, of at most `limit` bytes, while it arrives. Throws `body_too_large`, and `invalid_json` if it is incomplete or stalls. */
export async function* readChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  checkHeaders(request, limit);
  // Canceling the stream would close the connection before the response, so it is left as it is (`limitArrival`).
  const reader = request.body?.getReader();
  for (let size = 0; ; ) {
    const read = reader?.read().catch(() => Promise.reject(incomplete()));
    const next = read ? await withTimeout(read, maxPause) : { done: true as const };
    if (next === null)
      throw new ApiError("invalid_json", { message: `The request body is incomplete: nothing arrived for ${maxPause / 1000} seconds.` });
    if (next.done) return;
    size += next.value.byteLength;
    if (size > limit) throw new ApiError("body_too_large");
    yield next.value;
  }
}

/** How deep arrays and objects can be in each other. More would overflow the stack of what reads them. */
const maxDepth = 1000;

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === "object" && value !== null && (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)));

/** Parses a JSON object. Throws `invalid_json`, and `invalid_input` for duplicate fields. */
export function readJson(text: string): object {
  let value: unknown;
  try {
    value = parse(text, undefined, {
      parseNumber: Number,
      onDuplicateKey: ({ key }) => {
        throw new ApiError("invalid_input", { fields: { [key]: ["must appear only once"] } });
      },
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("invalid_json");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new ApiError("invalid_json");
  if (isDeeper(value, maxDepth)) throw new ApiError("invalid_json", { message: "The request body has too many levels." });
  return value;
}
