import { decrypt, encrypt } from "@/lib/encryption";

const purpose = "time a form was rendered";

/** The least time a person needs to fill in a form, in milliseconds. */
const minFillTime = 1000;

/** How long a rendered form is accepted, in milliseconds. Older ones are often replayed by bots. */
const maxFillTime = 48 * 3_600_000;

/** Encrypts the time a form is rendered, to be sent with it. `now` is ISO 8601 by the database's clock, which all processes share. */
export const sealFormTime = (now: string): string => encrypt(now, purpose);

/** Returns whether a form was sent faster than a person can type, or without a valid render time, as bots do. */
export function isTooFast(renderedAt: string | undefined, now: string): boolean {
  try {
    const fillTime = Date.parse(now) - Date.parse(decrypt(renderedAt ?? "", purpose));
    return !(fillTime >= minFillTime && fillTime <= maxFillTime);
  } catch {
    return true;
  }
}
