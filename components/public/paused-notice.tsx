import type { ProjectBranding } from "@/components/layout/logo";
import { type EmbedFrame, PublicCard } from "./public-card";

type PausedNoticeProps = {
  project: ProjectBranding & { pausedMessage: string | null };
  title: string;
  /** Shown if the project has no message of its own. */
  defaultText: string;
  frame?: EmbedFrame | undefined;
};

/** Replaces a form while claims or sign-ups are paused. */
export const PausedNotice = ({ project, title, defaultText, frame }: PausedNoticeProps) => (
  <PublicCard project={project} frame={frame} title={title}>
    <p className="whitespace-pre-line break-words text-[15px] leading-6">{project.pausedMessage ?? defaultText}</p>
  </PublicCard>
);
