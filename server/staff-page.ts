import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { CurrentSession } from "@/contract/session";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { authenticateSession } from "@/core/staff/sessions";
import { getSessionDetails } from "@/core/staff/sign-in";
import { routes, signInPath } from "@/lib/routes";
import { createContext } from "./context";
import { readStart } from "./query-client";
import { getServices } from "./services";
import { readLinkCookie, readSessionCookie } from "./session-cookie";

/** The signed-in staff member of a page, with the context for its data. */
export type SignedInStaff = CurrentSession & { ctx: Context; needsSecondFactor: boolean };

/** Returns the signed-in staff member, or null. Loaded once per request. */
export const getSignedInStaff = cache(async (): Promise<SignedInStaff | null> => {
  readStart();
  const session = await readSessionCookie((await headers()).get("cookie"));
  if (session === null) return null;
  const activeSession = await authenticateSession(getServices().connection.db, session);
  if (activeSession === null) return null;
  const actor = { kind: "staff", id: activeSession.staffId, sessionId: activeSession.sessionId } as const;
  const ctx = createContext({ projectId: activeSession.projectId, actor, requestId: null }, "read");
  const { needsSecondFactor } = activeSession;
  return { ctx, needsSecondFactor, ...(await getSessionDetails(ctx, activeSession.staffId)) };
});

/** Requires a signed-in staff member of any role. Redirects to sign-in, or to the setup of a required second factor. */
export async function requireStaffPage(): Promise<SignedInStaff> {
  const staff = await getSignedInStaff();
  if (staff === null) redirect(signInPath((await headers()).get("x-path") ?? routes.overview));
  if (staff.needsSecondFactor) redirect(routes.secondFactor);
  return staff;
}

/** Returns the token of the link that opened a page, or null (server/http/link-token.ts). */
export const getLinkToken = async (): Promise<string | null> => readLinkCookie((await headers()).get("cookie"));

/** Shows the not-found page if a use case throws an error with status 404. */
export async function orNotFound<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
}
