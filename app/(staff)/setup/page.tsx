import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { SetupView } from "@/components/auth/setup";
import { getSetupState } from "@/core/staff/setup";
import { authSecret } from "@/lib/env";
import { getProjectBranding } from "@/server/branding";
import { getServices } from "@/server/services";

export const metadata = { title: "Set up Gatehouse" };

const loadParams = createLoader({ token: parseAsString });

export default async function SetupPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await loadParams(searchParams);
  const state = await getSetupState(getServices().connection.db, token, authSecret());
  return <SetupView project={await getProjectBranding()} state={state} />;
}
