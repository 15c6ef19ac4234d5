"use client";

import { createContext, use } from "react";
import type { May } from "@/contract/call";
import type { Signed } from "@/contract/session";

/** Who is signed in, to which project, and which calls they may make. */
export type Visitor = Signed & { may: May };

const VisitorContext = createContext<Visitor | null>(null);

export const VisitorProvider = VisitorContext.Provider;

/** Who is signed in, and to which project; below the shell. */
export function useVisitor(): Visitor {
  const signed = use(VisitorContext);
  if (signed === null) throw new Error("There is no shell around this");
  return signed;
}
