import { randomText } from "@/lib/ids";
import { unmistakable } from "../codes/formats";

const length = 8;

/** A lead's own referral code: 8 unmistakable characters. */
export const newReferralCode = (): string => randomText(unmistakable, length);
