import { parse } from "lossless-json";
import { ApiError } from "@/core/api-error";

/** Reads the request body, of at most `limit` bytes, as text. Throws `body_too_large`, and `invalid_json` if it isn't valid UTF-8. */
export async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError("invalid_json", { message: "The request body is not valid UTF-8." });
  }
}

/** Reads the request body, of at most `limit` bytes. Throws `body_too_large`, and `invalid_json` if it is incomplete. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw new ApiError("body_too_large");
  try {
    // A body with a length is never longer than that, so it needs no slow stream.
    return request.headers.has("content-length") ? new Uint8Array(await request.arrayBuffer()) : await readStream(request, limit);
  } catch (error) {
    // The client disconnected. It won't read this response, but it must not be logged as an internal error.
    throw error instanceof ApiError ? error : new ApiError("invalid_json", { message: "The request body is incomplete." });
  }
}

/** How much longer than its limit a body can be so that its client gets the whole response. Larger ones are cut off. */
const drainedBytes = 4 * 1024 * 1024;

async function readStream(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit + drainedBytes) break;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new ApiError("body_too_large");
  return Buffer.concat(chunks);
}

/** Reads the request body, of at most `limit` bytes, while it arrives. Throws `body_too_large`, and `invalid_json` if it is incomplete. */
export async function* readChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw new ApiError("body_too_large");
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw new ApiError("body_too_large");
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError("invalid_json", { message: "The request body is incomplete." });
  }
}

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
  return value;
}
