"use client";

import { createContext, use } from "react";
import type { CanCall } from "@/contract/call";
import type { CurrentSession } from "@/contract/session";

/** Who is signed in, to which project, and which calls they may make. */
export type DashboardSession = CurrentSession & { may: CanCall };

const SessionContext = createContext<DashboardSession | null>(null);

export const SessionProvider = SessionContext.Provider;

/** Who is signed in, and to which project; below the shell. */
export function useSession(): DashboardSession {
  const signed = use(SessionContext);
  if (signed === null) throw new Error("There is no shell around this");
  return signed;
}
