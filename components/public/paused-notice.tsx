import type { ProjectBranding } from "@/components/layout/logo";
import { type Frame, PublicCard } from "./public-card";

type PausedNoticeProps = {
  project: ProjectBranding & { pausedText: string | null };
  title: string;
  /** What is said where the project has no words of its own. */
  defaultText: string;
  frame?: Frame | undefined;
};

/** What a customer sees in place of a form while staff have paused what it is for. */
export const PausedNotice = ({ project, title, defaultText: text, frame }: PausedNoticeProps) => (
  <PublicCard project={project} frame={frame} title={title}>
    <p className="whitespace-pre-line break-words text-[15px] leading-6">{project.pausedText ?? text}</p>
  </PublicCard>
);
