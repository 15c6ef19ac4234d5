import { ForgotView } from "@/components/auth/forgot-view";
import { shownProject } from "@/server/project";

export const metadata = { title: "Forgot your password" };

export default async function ForgotPage() {
  return <ForgotView project={await shownProject()} />;
}
