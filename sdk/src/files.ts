import { type Call, toCall } from "./call.js";
import type { Content, Kind, Parts, SendRequest } from "./client.js";
import type { CallName } from "./errors.js";

/** The content of a file to upload. Streams are sent while they are read, which not all browsers can. */
export type FileContent = Content | AsyncIterable<Uint8Array>;

/** Calls an endpoint that returns a file. The response has a status from 200 to 299. */
export const file = <Name extends CallName>(
  send: SendRequest,
  name: Name,
  kind: Kind,
  endpoint: string,
  parts: Parts,
): Call<Response, Name> => toCall(send({ name, kind, endpoint, ...parts, isFile: true }).then(({ response }) => response));

/** Calls an endpoint with a file. Throws what a stream throws that is uploaded. */
export function upload<Data, Name extends CallName>(
  send: SendRequest,
  name: Name,
  kind: Kind,
  endpoint: string,
  { file: content, ...parts }: Parts & { file: FileContent },
): Call<Data, Name> {
  let failure: { error: unknown } | undefined;
  const source = toContent(content, (error) => {
    failure = { error };
  });
  const sent = send({ name, kind, endpoint, ...parts, content: source }).then(
    ({ body }) => body.data as Data,
    (error: unknown) => {
      throw failure ? failure.error : error;
    },
  );
  return toCall(sent);
}

/** Turns what can be uploaded into what `fetch` takes. */
function toContent(content: FileContent, onError: (error: unknown) => void): Content {
  // Blobs and streams are iterable in some runtimes only, and `fetch` takes them everywhere.
  if (typeof content !== "object" || !(Symbol.asyncIterator in content) || "getReader" in content) return content as Content;
  const iterator = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onError(error);
        throw error;
      }
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
