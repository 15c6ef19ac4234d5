import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { InvitationView } from "@/components/auth/invitation-view";
import { findInvitation } from "@/core/staff/invitations";
import { systemContext } from "@/server/context";
import { shownProject } from "@/server/project";

export const metadata = { title: "Invitation" };

const query = createLoader({ token: parseAsString });

export default async function InvitationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await query(searchParams);
  const found = token === null ? null : await findInvitation(await systemContext(), token);
  return <InvitationView project={await shownProject()} invitation={found && token !== null ? { ...found, token } : null} />;
}
