import { encrypt, decrypt } from "@/lib/encryption";

const purpose = "when a form was shown";

/** The least time, in milliseconds, in which somebody reads a form, fills it in and sends it. */
const minFillTime = 1000;

/** For how long a form can be sent after it was shown, in milliseconds: whoever has it open for longer may as well be a program that kept it. */
const maxFillTime = 48 * 3_600_000;

/** When a form was shown (ISO 8601, by the database's clock, which all processes share), sealed, to be sent with it. */
export const sealFormTime = (now: string): string => encrypt(now, purpose);

/** Whether a form that is taken `now` came back sooner than anybody types, or says nothing of when it was shown, as where a program sends it without having looked. */
export function isTooFast(shown: string | undefined, now: string): boolean {
  try {
    const time = Date.parse(now) - Date.parse(decrypt(shown ?? "", purpose));
    return !(time >= minFillTime && time <= maxFillTime);
  } catch {
    return true;
  }
}
