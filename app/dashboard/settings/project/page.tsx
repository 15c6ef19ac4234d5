import { ProjectView } from "@/components/settings/project-view";
import { leastRole } from "@/contract/endpoint";
import { changeProjectEndpoint } from "@/contract/project";
import { staffPage } from "@/server/page";

export const metadata = { title: "Project settings" };

export default async function ProjectPage() {
  await staffPage(leastRole(changeProjectEndpoint));
  return <ProjectView />;
}
