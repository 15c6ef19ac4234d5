"use client";

import { useSyncExternalStore } from "react";
import { Snippet } from "@/components/ui/snippet";
import { shellVariables } from "./curl";

const subscribeToNothing = () => () => {};

/** The two lines that the examples stand on, with the address this page came from. */
export function ShellSetup() {
  const origin = useSyncExternalStore(
    subscribeToNothing,
    () => window.location.origin,
    () => "http://localhost:3000",
  );
  return <Snippet label="Address and key" text={`export ${shellVariables.baseUrl}=${origin}/api\nexport ${shellVariables.secretKey}=sk_…`} copy />;
}
