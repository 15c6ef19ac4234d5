import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { SignInView } from "@/components/auth/sign-in";
import { needsOwner } from "@/core/staff/setup";
import { getPendingSecondFactors } from "@/core/staff/sign-in";
import { redirectPathAfterSignIn, routes } from "@/lib/routes";
import { getProjectBranding } from "@/server/branding";
import { getSystemContext } from "@/server/context";
import { listEnabledProviders } from "@/server/providers";
import { getServices } from "@/server/services";
import { readSessionCookie } from "@/server/session-cookie";
import { getSignedInStaff } from "@/server/staff-page";

export const metadata = { title: "Sign in" };

const loadParams = createLoader({ next: parseAsString, error: parseAsString });

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next, error } = await loadParams(searchParams);
  if (await getSignedInStaff()) redirect(redirectPathAfterSignIn(next));
  const { db } = getServices().connection;
  if (await needsOwner(db)) redirect(routes.setup);
  const session = await readSessionCookie((await headers()).get("cookie"));
  return (
    <SignInView
      project={await getProjectBranding()}
      providers={await listEnabledProviders(await getSystemContext())}
      next={redirectPathAfterSignIn(next)}
      pendingSecondFactors={session && (await getPendingSecondFactors(db, session))}
      error={error}
    />
  );
}
