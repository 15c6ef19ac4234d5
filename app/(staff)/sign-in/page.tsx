import { redirect } from "next/navigation";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { SignInView } from "@/components/auth/sign-in-view";
import { needsOwner } from "@/core/staff/setup";
import { afterSignIn, routes } from "@/lib/routes";
import { visitor } from "@/server/page";
import { shownProject } from "@/server/project";
import { shownProviders } from "@/server/providers";
import { services } from "@/server/services";

export const metadata = { title: "Sign in" };

const query = createLoader({ next: parseAsString, error: parseAsString });

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next, error } = await query(searchParams);
  if (await visitor()) redirect(afterSignIn(next));
  // Nobody can sign in before somebody has set up.
  if (await needsOwner(services().connection.db)) redirect(routes.setup);
  return <SignInView project={await shownProject()} providers={shownProviders()} next={afterSignIn(next)} error={error} />;
}
