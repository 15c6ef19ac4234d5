"use client";

import { createContext, use } from "react";
import type { Signed } from "@/contract/session";

const VisitorContext = createContext<Signed | null>(null);

export const VisitorProvider = VisitorContext.Provider;

/** Who is signed in, and to which project; below the shell. */
export function useVisitor(): Signed {
  const signed = use(VisitorContext);
  if (signed === null) throw new Error("There is no shell around this");
  return signed;
}
