const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*Safari\//, "Safari"],
];

const operatingSystems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstMatch = (patterns: readonly [RegExp, string][], text: string) => patterns.find(([pattern]) => pattern.test(text))?.[1];

/** Names the browser and operating system of a user agent, such as "Firefox on Linux". */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(operatingSystems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
