import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";

type PausedProps = {
  project: ShownProject & { pausedText: string | null };
  title: string;
  /** What is said where the project has no words of its own. */
  text: string;
};

/** What a customer sees in place of a form while staff have paused what it is for. */
export const Paused = ({ project, title, text }: PausedProps) => (
  <AuthCard project={project} title={title}>
    <p className="whitespace-pre-line break-words text-[15px] leading-6">{project.pausedText ?? text}</p>
  </AuthCard>
);
