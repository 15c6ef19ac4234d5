import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { invalidLinkMessages as messages } from "./invalid-link-messages";

/** The page of an emailed link whose token isn't valid, or whose lead was deleted. */
export const InvalidLink = ({ project }: { project: ProjectBranding }) => (
  <AuthCard project={project} title={messages.title}>
    <p className="text-[15px] leading-6">{messages.text}</p>
  </AuthCard>
);
