import { randomString } from "@/lib/ids";
import { alphanumericAlphabet } from "../codes/draw-code";

const referralCodeLength = 8;

export const generateReferralCode = (): string => randomString(alphanumericAlphabet, referralCodeLength);
