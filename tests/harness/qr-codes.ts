import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { prepareZXingModule, type ReadResult, readBarcodes } from "zxing-wasm/reader";

// The package would fetch the file from a server.
prepareZXingModule({
  overrides: { wasmBinary: readFileSync(join("node_modules", "zxing-wasm", "dist", "reader", "zxing_reader.wasm")).buffer },
});

/** Reads the QR codes in an image, with their positions in pixels. */
export async function readQrCodes(image: Uint8Array): Promise<ReadResult[]> {
  const { data, info } = await sharp(image, { density: 150 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return readBarcodes({ data: new Uint8ClampedArray(data), width, height, colorSpace: "srgb" } as ImageData, { formats: ["QRCode"] });
}
