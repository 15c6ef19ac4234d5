import type { ReactNode } from "react";
import { Logo, type ProjectBranding } from "./logo";

type AuthCardProps = {
  project: ProjectBranding;
  title: string;
  description?: ReactNode;
  /** Text below the card, such as a link to another page. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A page with a single card, for sign-in, setup, password reset and invitations. */
export function AuthCard({ project, title, description, footer, children }: AuthCardProps) {
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh content-center justify-items-center gap-6 bg-sidebar px-4 py-12">
      <p className="flex max-w-sm items-center gap-3 font-semibold text-md">
        <Logo project={project} className="size-7" />
        <span className="min-w-0">{project.name}</span>
      </p>
      <div className="w-full max-w-sm rounded-lg border bg-card p-6 text-card-foreground shadow">
        <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
        {description && <p className="mt-1 text-muted-foreground">{description}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {footer && <p className="max-w-sm text-center text-muted-foreground">{footer}</p>}
    </main>
  );
}
