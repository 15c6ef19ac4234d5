import type { CSSProperties } from "react";

/** The style that applies a project's accent color (`#rrggbb`). Set it on `<html>`, so that dialogs and menus inherit it too. */
export function brandStyle(accent: string): CSSProperties {
  const text = readableTextColor(accent);
  // Moves away from the text color, so that hovering never reduces the contrast.
  const hover = `color-mix(in oklab, ${accent} 88%, ${text === "#ffffff" ? "#000000" : "#ffffff"})`;
  return { "--brand": accent, "--brand-foreground": text, "--brand-hover": hover } as CSSProperties;
}

/** Returns black or white, whichever has more contrast with `background` (`#rrggbb`). The contrast is always at least 4.5:1. */
export function readableTextColor(background: string): "#000000" | "#ffffff" {
  const luminance = relativeLuminance(background);
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff";
}

/** The page background of each theme. Keep in sync with components/ui/theme.css. */
export const pageBackgrounds = { light: "#ffffff", dark: "#111113" } as const;

/** The WCAG contrast ratio of two colors (`#rrggbb`), from 1 to 21. */
export function contrastRatio(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(first), relativeLuminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The WCAG relative luminance. */
function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const value = Number.parseInt(color.slice(offset, offset + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
