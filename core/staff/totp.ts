import { Secret, TOTP } from "otpauth";
import { randomString } from "@/lib/ids";
import { alphanumericAlphabet } from "../codes/draw-code";

/** The options that every authenticator app supports (RFC 6238). */
const totpOptions = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** The allowed clock difference in either direction, in time steps. */
const allowedSteps = 1;

/** Creates a secret for an authenticator app and the URI for its QR code. */
export function createAuthenticator(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...totpOptions, issuer, label, secret }).toString() };
}

/** Returns the time step that a code belongs to, or null if it isn't valid at `now` (epoch milliseconds). */
export function matchTimeStep(secret: string, code: string, now = Date.now()): number | null {
  // `TOTP.validate` throws for six characters that are more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = TOTP.validate({ ...totpOptions, secret: Secret.fromBase32(secret), token: code, window: allowedSteps, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / totpOptions.period) + delta;
}

/** Generates a recovery code. Hyphens are for readability. It has 77 bits, so an unsalted hash is safe. */
export const generateRecoveryCode = (): string => [4, 4, 4, 4].map((length) => randomString(alphanumericAlphabet, length)).join("-");
