import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import { linkMessages } from "./link-messages";

/** What stands behind a link of a mail that is nobody's, or nobody's any more. */
export const LinkNotValid = ({ project }: { project: ShownProject }) => (
  <AuthCard project={project} title={linkMessages.title}>
    <p className="text-[15px] leading-6">{linkMessages.link_not_valid}</p>
  </AuthCard>
);
