import { getInitials } from "@/components/ui/status";
import { cn } from "@/lib/cn";

/** The parts of a project that pages use as branding. */
export type ProjectBranding = { name: string; logo: string | null };

/** The project's logo, or its initials on the accent color. Hidden from screen readers, since the name is always beside it. */
export function Logo({ project, className }: { project: ProjectBranding; className?: string }) {
  const shape = cn("size-6 shrink-0 rounded-md", className);
  if (project.logo !== null) {
    // biome-ignore lint/performance/noImgElement: a data URL doesn't need to be fetched or resized
    return <img src={project.logo} alt="" className={cn(shape, "object-contain")} />;
  }
  return (
    <span
      aria-hidden="true"
      data-initials={getInitials(project.name)}
      className={cn(
        shape,
        "grid select-none place-items-center border border-foreground/12 bg-brand font-semibold text-2xs text-brand-foreground before:content-[attr(data-initials)]",
      )}
    />
  );
}
