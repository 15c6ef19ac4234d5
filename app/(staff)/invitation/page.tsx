import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { InvitationView } from "@/components/auth/invitation";
import { getInvitationByToken } from "@/core/staff/invitations";
import { getProjectBranding } from "@/server/branding";
import { getSystemContext } from "@/server/context";

export const metadata = { title: "Invitation" };

const loadParams = createLoader({ token: parseAsString });

export default async function InvitationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await loadParams(searchParams);
  const invitation = token === null ? null : await getInvitationByToken(await getSystemContext(), token);
  return (
    <InvitationView project={await getProjectBranding()} invitation={invitation && token !== null ? { ...invitation, token } : null} />
  );
}
