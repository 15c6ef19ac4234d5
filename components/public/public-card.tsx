import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";

/** How a form stands in a frame of another site: where it is sent, whether it asks for names, and the theme of that site where it is told. */
export type Frame = { action: string; names: boolean; theme: "light" | "dark" | null };

type PublicCardProps = { project: ProjectBranding; frame: Frame | undefined; title: string; description?: ReactNode; children: ReactNode };

/** What a page for customers stands in: a card, and in a frame nothing, since that is part of another page. */
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
