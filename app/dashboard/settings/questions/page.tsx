import { QuestionsView } from "@/components/settings/questions-view";
import { requiredRole } from "@/contract/endpoint";
import { updateProjectEndpoint } from "@/contract/project";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Questions" };

export default async function QuestionsPage() {
  await requireStaffPage(requiredRole(updateProjectEndpoint));
  return <QuestionsView />;
}
