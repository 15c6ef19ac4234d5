import { plural } from "@/lib/plural";

/** Describes a duration in seconds roughly: "about 12 minutes". With `Math.ceil` as `round`, it is never too short. */
export function durationLabel(seconds: number, round = Math.round): string {
  if (seconds < 60) return "less than a minute";
  if (seconds < 2 * 3600) return plural(round(seconds / 60), { one: "about {n} minute", other: "about {n} minutes" });
  if (seconds < 48 * 3600) return plural(round(seconds / 3600), { one: "about {n} hour", other: "about {n} hours" });
  return plural(round(seconds / 86_400), { one: "about {n} day", other: "about {n} days" });
}
