import { SetupView } from "@/components/auth/setup";
import { getSetupState } from "@/core/staff/setup";
import { authSecret } from "@/lib/env";
import { getProjectBranding } from "@/server/branding";
import { getServices } from "@/server/services";
import { getLinkToken, getSignedInStaff } from "@/server/staff-page";

export const metadata = { title: "Set up Gatehouse" };

export default async function SetupPage() {
  const token = await getLinkToken();
  const state = await getSetupState(getServices().connection.db, token, authSecret());
  return <SetupView project={await getProjectBranding()} state={state} isSignedIn={(await getSignedInStaff()) !== null} />;
}
