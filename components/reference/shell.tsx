"use client";

import { useSyncExternalStore } from "react";
import { Snippet } from "@/components/ui/snippet";
import { shellNames } from "./curl";

const neverChanges = () => () => {};

/** The two lines that the examples stand on, with the address this page came from. */
export function Shell() {
  const origin = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => "http://localhost:3000",
  );
  return <Snippet label="Address and key" text={`export ${shellNames.address}=${origin}/api\nexport ${shellNames.secretKey}=sk_…`} copy />;
}
