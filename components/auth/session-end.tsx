"use client";

import { useEffect, useRef, useState } from "react";
import { lazyDialog } from "@/components/ui/lazy";
import { onSessionEnd } from "@/contract/call";
import type { Provider } from "./sign-in";

const SessionEndDialog = lazyDialog(() => import("./session-end-dialog").then((module) => module.SessionEndDialog));

type WaitingRequest = { resume: () => void; fail: (reason: Error | undefined) => void };

/**
 * Offers to sign in when requests fail because the session has ended, and then repeats them. After the dialog was closed, only a request that
 * changes something opens it again.
 */
export function SessionEnd({ providers }: { providers: readonly Provider[] }) {
  const [isOpen, setOpen] = useState(false);
  const isDismissed = useRef(false);
  const waiting = useRef<WaitingRequest[]>([]);
  useEffect(
    () =>
      onSessionEnd((error, isRead) => {
        if (isRead && isDismissed.current) return Promise.reject(error);
        setOpen(true);
        return new Promise((resolve, reject) => {
          waiting.current.push({ resume: resolve, fail: (reason = error) => reject(reason) });
        });
      }),
    [],
  );
  const close = (isSignedIn: boolean, answer: (request: WaitingRequest) => void) => {
    isDismissed.current = !isSignedIn;
    setOpen(false);
    for (const request of waiting.current.splice(0)) answer(request);
  };
  return (
    <SessionEndDialog
      open={isOpen}
      providers={providers}
      onSignedIn={() => close(true, ({ resume }) => resume())}
      onClose={(reason?: Error) => close(reason !== undefined, ({ fail }) => fail(reason))}
    />
  );
}
