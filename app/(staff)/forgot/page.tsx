import { ForgotPasswordView } from "@/components/auth/password-reset";
import { getProjectBranding } from "@/server/branding";

export const metadata = { title: "Forgot your password?" };

export default async function ForgotPasswordPage() {
  return <ForgotPasswordView project={await getProjectBranding()} />;
}
