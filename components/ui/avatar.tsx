import { cn } from "@/lib/cn";

/** The initials of a name, or of an email. */
export function getInitials(name: string): string {
  const words =
    name
      .split("@")[0]
      ?.split(/[\s._-]+/u)
      .filter(Boolean) ?? [];
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toLocaleUpperCase("en");
}

/** Initials beside a name. Hidden from screen readers, and rendered by CSS so that they aren't part of the text. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-initials={getInitials(name)}
      className={cn(
        "before:content-[attr(data-initials)] inline-grid size-7 shrink-0 select-none place-items-center rounded-full bg-accent font-medium text-[11px] text-foreground",
        className,
      )}
    />
  );
}
