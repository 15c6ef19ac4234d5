import { EmbedView } from "@/components/settings/embed-view";
import { getPublicKey } from "@/core/keys/keys";
import { pageUrl } from "@/lib/env";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Embed" };

export default async function EmbedPage() {
  const { ctx } = await requireStaffPage();
  return <EmbedView baseUrl={pageUrl("")} publicKey={await getPublicKey(ctx)} />;
}
