import { decrypt, encrypt } from "@/lib/encryption";

const purpose = "time a form was rendered";

/** The least time a person needs to fill in a form, in milliseconds. */
const minFillTime = 1000;

/** How long a rendered form is accepted, in milliseconds. Bots replay older ones, and people have to send them again. */
const maxFillTime = 48 * 3_600_000;

/** Encrypts the time a form is rendered, to be sent with it. `now` is ISO 8601 by the database's clock, which all processes share. */
export const sealFormTime = (now: string): string => encrypt(now, purpose);

/**
 * Compares the time that a form was rendered with now. `too_fast`: faster than a person can type, or without a valid render time, as bots do.
 * `expired`: the form was open for so long that it must be rendered again.
 */
export function checkFillTime(renderedAt: string | undefined, now: string): "valid" | "too_fast" | "expired" {
  const fillTime = readFillTime(renderedAt, now);
  if (fillTime === null || fillTime < minFillTime) return "too_fast";
  return fillTime > maxFillTime ? "expired" : "valid";
}

/** How long a form was open, in milliseconds. `null` without a valid render time. */
function readFillTime(renderedAt: string | undefined, now: string): number | null {
  try {
    const fillTime = Date.parse(now) - Date.parse(decrypt(renderedAt ?? "", purpose));
    return Number.isNaN(fillTime) ? null : fillTime;
  } catch {
    return null;
  }
}
