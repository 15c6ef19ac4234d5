"use client";

import { useRef } from "react";

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Makes a call once: where it was not answered, and the same is asked again, it has the Idempotency-Key that it had before. */
export function useIdempotentRequest() {
  const open = useRef<{ ask: string; key: string } | null>(null);
  return async <Answer>(ask: unknown, make: (key: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(ask);
    if (open.current?.ask !== text) open.current = { ask: text, key: newKey() };
    const answer = await make(open.current.key);
    // Whoever asks for the same after that means another.
    open.current = null;
    return answer;
  };
}
