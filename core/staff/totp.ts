import { Secret, TOTP } from "otpauth";
import { randomText } from "@/lib/ids";
import { unmistakable } from "../codes/formats";

/** What every authenticator app understands (RFC 6238). */
const form = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** How many steps a clock may be off, either way. */
const window = 1;

/** A new secret for an authenticator, and the URI that its QR code holds. */
export function newAuthenticator(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...form, issuer, label, secret }).toString() };
}

/** The time step whose code this is, or null where it is that of none about now (epoch milliseconds). */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  // It throws at six letters of more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = TOTP.validate({ ...form, secret: Secret.fromBase32(secret), token: code, window, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / form.period) + delta;
}

/** A new recovery code as people read it; it counts without its hyphens. 77 bits, so that its bare hash gives nothing away. */
export const newRecoveryCode = (): string => [4, 4, 4, 4].map((length) => randomText(unmistakable, length)).join("-");
