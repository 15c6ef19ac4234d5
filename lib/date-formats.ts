const styles = {
  parts: {
    locale: "en",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  },
  day: { locale: "en-GB", dateStyle: "medium" },
  minute: { locale: "en-GB", timeStyle: "short" },
  second: { locale: "en-GB", dateStyle: "medium", timeStyle: "medium" },
} satisfies Record<string, Intl.DateTimeFormatOptions & { locale: string }>;

// Creating a format is slow, so each is created once.
const cache = new Map<string, Intl.DateTimeFormat>();

/** Returns the format for a style in a time zone: numeric parts, "21 Nov 2026" (day), "17:13" (minute) or "21 Nov 2026, 17:13:05" (second). */
export function dateTimeFormat(timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const { locale, ...options } = styles[style];
  const key = `${style} ${timeZone}`;
  const format = cache.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  cache.set(key, format);
  return format;
}

/** Formats the day in a time zone: "21 Nov 2026". */
export const formatDay = (at: Date, timeZone: string): string => dateTimeFormat(timeZone, "day").format(at);

/** Formats the time of day in a time zone: "17:13". */
export const formatTime = (at: Date, timeZone: string): string => dateTimeFormat(timeZone, "minute").format(at);

/** Formats a date such as `2026-11-21`: "21 Nov 2026". */
export const formatDate = (date: string): string => formatDay(new Date(date), "UTC");
