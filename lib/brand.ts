import type { CSSProperties } from "react";

/** The style that gives a page its project's accent (`#rrggbb`), for `<html>`: what opens over the page reads it there too. */
export function brandStyle(accent: string): CSSProperties {
  const text = readableOn(accent);
  // Away from the text on it, so that pointing at a button never makes it harder to read.
  const pointed = `color-mix(in oklab, ${accent} 88%, ${text === "#ffffff" ? "#000000" : "#ffffff"})`;
  return { "--brand": accent, "--brand-foreground": text, "--brand-pointed": pointed } as CSSProperties;
}

/** Black or white, whichever contrasts more with `background` (`#rrggbb`); it is always 4.5:1 or more. */
export function readableOn(background: string): "#000000" | "#ffffff" {
  const luminance = luminanceOf(background);
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff";
}

/** What pages stand on in each theme, as the style sheet has it. */
export const grounds = { light: "#ffffff", dark: "#111113" } as const;

/** The contrast of two colours (`#rrggbb`), from 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
