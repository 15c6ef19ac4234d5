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

/** Turns what can be uploaded into what `fetch` takes. */
export function toBody(content: FileContent): Content {
  // Blobs and streams are iterable in some runtimes only, and `fetch` takes them everywhere.
  const isIterable = typeof content === "object" && Symbol.asyncIterator in content && !("getReader" in content);
  return isIterable ? toStream(content as AsyncIterable<Uint8Array>) : (content as Content);
}

function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
