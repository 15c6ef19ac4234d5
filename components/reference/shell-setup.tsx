"use client";

import { useSyncExternalStore } from "react";
import { Snippet } from "@/components/ui/snippet";
import { shellVariables } from "./curl";

const subscribeToNothing = () => () => {};

/** The shell variables that the examples use, with the URL of this server. */
export function ShellSetup() {
  const origin = useSyncExternalStore(
    subscribeToNothing,
    () => window.location.origin,
    () => "http://localhost:3000",
  );
  return <Snippet label="Setup" text={`export ${shellVariables.baseUrl}=${origin}/api\nexport ${shellVariables.secretKey}=sk_…`} copy />;
}
