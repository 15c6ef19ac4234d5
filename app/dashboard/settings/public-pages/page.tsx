import { PublicPagesView } from "@/components/settings/public-pages-view";
import { updateProjectEndpoint } from "@/contract/project";
import { pageUrl } from "@/lib/env";
import { routes } from "@/lib/routes";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Public pages" };

export default staffPage(updateProjectEndpoint, async () => {
  return <PublicPagesView homeUrl={pageUrl(routes.home)} />;
});
