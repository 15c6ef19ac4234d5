import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { mayAs, type Role } from "@/contract/roles";
import type { Signed } from "@/contract/session";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { recogniseSession } from "@/core/staff/sessions";
import { signedOf } from "@/core/staff/sign-in";
import { routes, signInThen } from "@/lib/routes";
import { services } from "./services";
import { sessionIn } from "./session";

/** Who looks at a page, and the context its reads run in. */
export type Visitor = Signed & { ctx: Context };

/** Who of the staff is signed in, or null; asked once for each page. */
export const visitor = cache(async (): Promise<Visitor | null> => {
  const session = await sessionIn((await headers()).get("cookie"));
  if (session === null) return null;
  const { connection, jobs } = services();
  const alive = await recogniseSession(connection.db, session);
  if (alive === null) return null;
  const actor = { kind: "staff", id: alive.staffId, sessionId: alive.sessionId } as const;
  const ctx: Context = { db: connection.db, jobs, projectId: alive.projectId, actor, requestId: null };
  return { ctx, ...(await signedOf(ctx, alive.staffId)) };
});

/** Who looks at a page for staff. Leads whoever is not signed in to where they can; whoever may not see it finds nothing here. */
export async function staffPage(least: Role = "viewer"): Promise<Visitor> {
  const who = await visitor();
  if (who === null) redirect(signInThen((await headers()).get("x-path") ?? routes.overview));
  if (!mayAs(who.staff.role, least)) notFound();
  return who;
}

/** What a page is about; where there is no such thing, the page is not there either. */
export async function found<Thing>(reading: Promise<Thing>): Promise<Thing> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
}
