import { cn } from "@/lib/cn";

/** The initials of a name, or of an address where there is no name. */
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

/** Stands beside the name, so it says nothing aloud, and its letters are no part of a name. */
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
