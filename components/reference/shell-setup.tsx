"use client";

import { useSyncExternalStore } from "react";
import { Snippet } from "@/components/ui/snippet";
import { shellVariables } from "./curl";

const subscribeToNothing = () => () => {};

/** The shell variables that the examples use, with the URL of this server. A proxy can hide the browser's from the server. */
export function ShellSetup({ origin: serverOrigin }: { origin: string }) {
  const origin = useSyncExternalStore(
    subscribeToNothing,
    () => window.location.origin,
    () => serverOrigin,
  );
  return <Snippet label="Setup" text={`export ${shellVariables.baseUrl}=${origin}/api\nexport ${shellVariables.secretKey}=sk_…`} copy />;
}
