import { randomBytes } from "node:crypto";
import { normalizeCode } from "@/contract/normalize";
import { decryptBlock, encryptBlock } from "@/lib/encryption";
import { alphanumericAlphabet } from "@/lib/ids";
import { isReferralCode, referralCodeLength } from "./record";

const base = BigInt(alphanumericAlphabet.length);
/** The digits of the alphabet that 16 bytes take. */
const aliasLength = 27;
const codeBytes = 5;
/** The number of no referral code, but the next one. */
const noCode = base ** BigInt(referralCodeLength);
const checkBytes = 5;

const toNumber = (text: string): bigint =>
  [...text].reduce((number, digit) => number * base + BigInt(alphanumericAlphabet.indexOf(digit)), 0n);

function toText(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= base) text = alphanumericAlphabet[Number(rest % base)] + text;
  return text;
}

const toBytes = (number: bigint, length: number): Buffer => Buffer.from(number.toString(16).padStart(length * 2, "0"), "hex");
const fromBytes = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);

const purposeFor = (projectId: number): string => `referral alias ${projectId}`;

/**
 * Returns another referral code of the lead with this one, for people who haven't proven that the lead's email is theirs. Each is new, so no one
 * can tell by it whether an email has signed up before. It's encrypted and not stored.
 */
export function createReferralAlias(projectId: number, referralCode: string): string {
  // Only ours fit. Another one would be recognized by its length, so its alias leads to no one.
  const code = isReferralCode(referralCode) ? toNumber(referralCode) : noCode;
  const block = Buffer.concat([toBytes(code, codeBytes), randomBytes(16 - codeBytes - checkBytes), Buffer.alloc(checkBytes)]);
  return toText(fromBytes(encryptBlock(block, purposeFor(projectId))), aliasLength);
}

/** Returns the referral code that a person entered or followed. */
export const toReferralCode = (projectId: number, text: string): string => resolveReferralAlias(projectId, normalizeCode(text));

/** Returns the referral code that an alias stands for. Any other text is returned as it is. */
export function resolveReferralAlias(projectId: number, text: string): string {
  if (text.length !== aliasLength || [...text].some((character) => !alphanumericAlphabet.includes(character))) return text;
  const number = toNumber(text);
  if (number >= 1n << 128n) return text;
  const block = decryptBlock(toBytes(number, 16), purposeFor(projectId), (bytes) =>
    bytes.subarray(-checkBytes).every((byte) => byte === 0),
  );
  const code = block === null ? noCode : fromBytes(block.subarray(0, codeBytes));
  return code === noCode ? text : toText(code, referralCodeLength);
}
