"use client";

import { createContext, use } from "react";
import type { Call, CanCall } from "@/contract/call";
import type { Role } from "@/contract/roles";
import type { CurrentSession } from "@/contract/session";

/** Calls that a role does not allow, with the role that does. */
export type ForbiddenCalls = Partial<Record<Call, Role | null>>;

/** The signed-in staff member, their project, the calls that they are allowed to make, and where the public pages are. */
type DashboardSession = CurrentSession & {
  canCall: CanCall;
  forbiddenCalls: ForbiddenCalls;
  /** The URL of this installation, without a slash at the end. */
  appUrl: string;
};

const SessionContext = createContext<DashboardSession | null>(null);

export const SessionProvider = SessionContext.Provider;

/** Returns the session of the signed-in staff member. Throws outside of the dashboard shell. */
export function useSession(): DashboardSession {
  const session = use(SessionContext);
  if (session === null) throw new Error("useSession must be used inside the dashboard shell");
  return session;
}

/** Whether the signed-in staff member is allowed to call an endpoint. */
export const useCan = (endpoint: Call): boolean => useSession().canCall(endpoint);
