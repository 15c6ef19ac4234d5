"use client";

import { useRef } from "react";

const createKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Sends a request with an Idempotency-Key, and reuses the key when the same input is retried after a failure. */
export function useIdempotentRequest() {
  const pending = useRef<{ input: string; key: string } | null>(null);
  return async <Reply>(input: unknown, send: (key: string) => Promise<Reply>): Promise<Reply> => {
    const serialized = JSON.stringify(input);
    if (pending.current?.input !== serialized) pending.current = { input: serialized, key: createKey() };
    const reply = await send(pending.current.key);
    // The same input after a success is a new request.
    pending.current = null;
    return reply;
  };
}
