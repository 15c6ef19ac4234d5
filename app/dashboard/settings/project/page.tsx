import { ProjectView } from "@/components/settings/project-view";
import { requiredRole } from "@/contract/endpoint";
import { updateProjectEndpoint } from "@/contract/project";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Project settings" };

export default async function ProjectPage() {
  await requireStaffPage(requiredRole(updateProjectEndpoint));
  return <ProjectView />;
}
