import { redirect } from "next/navigation";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { SignInView } from "@/components/auth/sign-in";
import { needsOwner } from "@/core/staff/setup";
import { redirectPathAfterSignIn, routes } from "@/lib/routes";
import { getProjectBranding } from "@/server/branding";
import { listProviderNames } from "@/server/providers";
import { getServices } from "@/server/services";
import { getSignedInStaff } from "@/server/staff-page";

export const metadata = { title: "Sign in" };

const loadParams = createLoader({ next: parseAsString, error: parseAsString });

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next, error } = await loadParams(searchParams);
  if (await getSignedInStaff()) redirect(redirectPathAfterSignIn(next));
  if (await needsOwner(getServices().connection.db)) redirect(routes.setup);
  return (
    <SignInView project={await getProjectBranding()} providers={listProviderNames()} next={redirectPathAfterSignIn(next)} error={error} />
  );
}
