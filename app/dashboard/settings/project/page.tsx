import { ProjectView } from "@/components/settings/project-view";
import { updateProjectEndpoint } from "@/contract/project";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Project settings" };

export default staffPage(updateProjectEndpoint, async () => {
  return <ProjectView />;
});
