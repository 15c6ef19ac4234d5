import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { ResetPasswordView } from "@/components/auth/password-reset";
import { getProjectBranding } from "@/server/branding";

export const metadata = { title: "Choose a new password" };

const loadParams = createLoader({ token: parseAsString });

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await loadParams(searchParams);
  return <ResetPasswordView project={await getProjectBranding()} token={token} />;
}
