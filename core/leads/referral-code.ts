import { randomString } from "@/lib/ids";
import { alphanumericAlphabet } from "../codes/formats";

const length = 8;

/** A lead's own referral code: 8 unmistakable characters. */
export const generateReferralCode = (): string => randomString(alphanumericAlphabet, length);
