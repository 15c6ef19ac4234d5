declare module "subset-font" {
  /** Returns a font with only the characters of a text. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "sfnt"; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}

declare module "bidi-js" {
  type Bidi = {
    getEmbeddingLevels(text: string, direction?: "ltr" | "rtl" | "auto"): { levels: Uint8Array };
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  };
  export default function bidiFactory(): Bidi;
}
