import "server-only";
import { parse } from "lossless-json";
import { bodyLimit, type Endpoint } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";

/** The request's body as text. Refuses with `body_too_large` as soon as it is, and with `invalid_json` for bytes that are no UTF-8. */
export async function readText(request: Request, endpoint: Pick<Endpoint, "bodyLimit">): Promise<string> {
  const limit = endpoint.bodyLimit ?? bodyLimit;
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw new ApiError("body_too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw new ApiError("body_too_large");
      chunks.push(chunk);
    }
  } catch (error) {
    // Whoever sends it hung up: nobody reads this answer, and the log must not take it for a fault of ours.
    throw error instanceof ApiError ? error : new ApiError("invalid_json", { message: "The body broke off." });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ApiError("invalid_json", { message: "The body is not UTF-8 text." });
  }
}

/** The JSON object that `text` is. Refuses with `invalid_json`, naming a field that stands in it twice. */
export function readJson(text: string): object {
  let value: unknown;
  try {
    value = parse(text, undefined, {
      parseNumber: Number,
      onDuplicateKey: ({ key }) => {
        throw new ApiError("invalid_input", { fields: { [key]: ["stands in the body twice"] } });
      },
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("invalid_json");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new ApiError("invalid_json");
  return value;
}
