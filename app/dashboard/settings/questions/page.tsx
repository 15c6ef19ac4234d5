import { QuestionsView } from "@/components/settings/questions-view";
import { updateProjectEndpoint } from "@/contract/project";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Questions" };

export default staffPage(updateProjectEndpoint, async () => {
  return <QuestionsView />;
});
