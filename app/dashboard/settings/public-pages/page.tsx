import { PublicPagesView } from "@/components/settings/public-pages-view";
import { requiredRole } from "@/contract/endpoint";
import { updateProjectEndpoint } from "@/contract/project";
import { pageUrl } from "@/lib/env";
import { routes } from "@/lib/routes";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Public pages" };

export default async function PublicPagesPage() {
  await requireStaffPage(requiredRole(updateProjectEndpoint));
  return <PublicPagesView homeUrl={pageUrl(routes.home)} />;
}
