const looks = {
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

// Making one takes longer than using it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>();

/** How clocks and calendars in `zone` are read: in parts, or as "21 Nov 2026", "17:13" and "21 Nov 2026, 17:13:05". */
export function clockFormat(zone: string, look: keyof typeof looks): Intl.DateTimeFormat {
  const { locale, ...options } = looks[look];
  const key = `${look} ${zone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  formats.set(key, format);
  return format;
}

/** The day of `at` in `zone`: "21 Nov 2026". */
export const dayIn = (at: Date, zone: string): string => clockFormat(zone, "day").format(at);

/** The time of day of `at` in `zone`: "17:13". */
export const timeIn = (at: Date, zone: string): string => clockFormat(zone, "minute").format(at);

/** A date (`2026-11-21`) as people write it: "21 Nov 2026". */
export const shownDate = (date: string): string => dayIn(new Date(date), "UTC");
