import type { Font } from "fontkit";

/** The styles of texts on cards. */
export type FontStyle = "regular" | "bold" | "code";

/** A font file, and its name in a PDF. */
export type FontFile = { name: string; bytes: Buffer; font: Font };
