import { SignedInView } from "@/components/auth/signed-in";
import { getProjectBranding } from "@/server/branding";

export const metadata = { title: "Signed in" };

export default async function SignedInPage() {
  return <SignedInView project={await getProjectBranding()} />;
}
