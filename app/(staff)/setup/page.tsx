import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { SetupView } from "@/components/auth/setup-view";
import { setupState } from "@/core/staff/setup";
import { authSecret } from "@/lib/env";
import { shownProject } from "@/server/project";
import { services } from "@/server/services";

export const metadata = { title: "Set up" };

const query = createLoader({ token: parseAsString });

export default async function SetUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await query(searchParams);
  const state = await setupState(services().connection.db, token, authSecret());
  return <SetupView project={await shownProject()} state={state} />;
}
