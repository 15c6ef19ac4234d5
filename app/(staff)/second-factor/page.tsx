import { redirect } from "next/navigation";
import { SecondFactorSetupView } from "@/components/account/second-factor-setup";
import { env } from "@/lib/env";
import { routes, signInPath } from "@/lib/routes";
import { getSignedInStaff } from "@/server/staff-page";

export const metadata = { title: "Set up a second factor" };

export default async function SecondFactorPage() {
  const signedIn = await getSignedInStaff();
  if (signedIn === null) redirect(signInPath(routes.secondFactor));
  const { staff, project } = signedIn;
  return <SecondFactorSetupView session={{ staff, project }} appUrl={env().APP_URL} />;
}
