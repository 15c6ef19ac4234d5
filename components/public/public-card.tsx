import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";

/** The options of a form in a frame on another site: its action, whether it asks for names, and the site's theme if known. */
export type EmbedFrame = { action: string; names: boolean; theme: "light" | "dark" | null };

type PublicCardProps = {
  project: ProjectBranding;
  frame: EmbedFrame | undefined;
  title: string;
  description?: ReactNode;
  children: ReactNode;
};

/** The layout of a public page: a card, or plain content inside a frame. */
export function PublicCard({ frame, ...card }: PublicCardProps) {
  if (!frame) return <AuthCard {...card} />;
  const { title, description, children } = card;
  return (
    <main id="content" aria-label={title} data-framed={frame.theme ?? ""} className="max-w-md p-4">
      <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
      {description && <p className="mt-1 text-muted-foreground">{description}</p>}
      <div className="mt-4">{children}</div>
    </main>
  );
}
