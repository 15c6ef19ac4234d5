import { InvitationView } from "@/components/auth/invitation";
import { getInvitationByToken } from "@/core/staff/invitations";
import { getProjectBranding } from "@/server/branding";
import { getSystemContext } from "@/server/context";
import { getLinkToken } from "@/server/staff-page";

export const metadata = { title: "Invitation" };

export default async function InvitationPage() {
  const token = await getLinkToken();
  const invitation = token === null ? null : await getInvitationByToken(await getSystemContext(), token);
  return (
    <InvitationView project={await getProjectBranding()} invitation={invitation && token !== null ? { ...invitation, token } : null} />
  );
}
