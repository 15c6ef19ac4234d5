import { ResetPasswordView } from "@/components/auth/password-reset";
import { getProjectBranding } from "@/server/branding";
import { getLinkToken } from "@/server/staff-page";

export const metadata = { title: "Choose a new password" };

export default async function ResetPasswordPage() {
  const token = await getLinkToken();
  return <ResetPasswordView project={await getProjectBranding()} token={token} />;
}
