import { generateKeyPairSync, sign } from "node:crypto";

/** A private key and its self-signed certificate, both in PEM. */
export type Certificate = { key: string; cert: string };

type Bytes = Uint8Array<ArrayBufferLike>;

// The few DER encodings that an X.509 certificate needs.
function derElement(tag: number, ...parts: readonly Bytes[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const sequence = (...parts: readonly Bytes[]) => derElement(0x30, ...parts);
const oid = (hex: string) => derElement(0x06, Buffer.from(hex, "hex"));
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const distinguishedName = (host: string) => sequence(derElement(0x31, sequence(oid("550403"), derElement(0x0c, Buffer.from(host)))));
const time = (date: Date) => derElement(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`));
const bitString = (bytes: Bytes) => derElement(0x03, Buffer.from([0]), bytes);

/** Creates a self-signed certificate for a host. It expires in a day by default. */
export function createCertificate(host: string, { until: validUntil = new Date(Date.now() + 86_400_000) } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subjectAltName = derElement(0x04, sequence(derElement(0x82, Buffer.from(host))));
  const basicConstraints = derElement(0x04, sequence(derElement(0x01, Buffer.from([255]))));
  const body = sequence(
    derElement(0xa0, derElement(0x02, Buffer.from([2]))),
    derElement(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    distinguishedName(host),
    sequence(time(new Date(validUntil.getTime() - 2 * 86_400_000)), time(validUntil)),
    distinguishedName(host),
    publicKey.export({ type: "spki", format: "der" }),
    derElement(0xa3, sequence(sequence(oid("551d11"), subjectAltName), sequence(oid("551d13"), basicConstraints))),
  );
  const der = sequence(body, ecdsaWithSha256, bitString(sign("sha256", body, privateKey)));
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}
