import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { invalidLinkMessages } from "./invalid-link-messages";

/** What stands behind a link of a mail that is nobody's, or nobody's any more. */
export const InvalidLink = ({ project }: { project: ProjectBranding }) => (
  <AuthCard project={project} title={invalidLinkMessages.title}>
    <p className="text-[15px] leading-6">{invalidLinkMessages.link_not_valid}</p>
  </AuthCard>
);
