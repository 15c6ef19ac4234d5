import { type EmailVerification, emailVerifications } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { constantTimeEqual, signature } from "@/lib/encryption";

const codePurpose = "link token of an emailed code";
const emailPurposes: Readonly<Record<EmailVerification, string>> = {
  link: "link token of an emailed code and its recipient",
  confirmation: "link token of a claim confirmation",
};

const signCode = (projectId: number, code: string): string => signature(`${projectId} ${normalizeCode(code)}`, codePurpose);

type Recipient = { code: string; email: string };

const signRecipient = (projectId: number, { code, email }: Recipient, verification: EmailVerification): string =>
  signature(`${projectId} ${normalizeCode(code)} ${email}`, emailPurposes[verification]);

/**
 * Creates the token of an emailed claim link: a signature of the code, and one of the code with the email it is sent to. The first proves
 * that the visitor received the code and doesn't guess, even if the email was forwarded. Links from before the second existed have only the
 * first. Tokens don't expire.
 */
export const createCodeLinkToken = (projectId: number, recipient: Recipient, verification: EmailVerification = "link"): string =>
  `${signCode(projectId, recipient.code)}.${signRecipient(projectId, recipient, verification)}`;

type ClaimAttempt = { code?: string | undefined; linkToken?: string | undefined };

/** Returns whether the token was emailed with the code. */
export const hasCodeLinkToken = (projectId: number, { code = "", linkToken }: ClaimAttempt): boolean =>
  linkToken !== undefined && constantTimeEqual(linkToken.split(".", 1)[0] ?? "", signCode(projectId, code));

/** Returns how a claim's token proves that the person owns the email, or null if it doesn't: it's missing, or was sent to another email. */
export function readEmailVerification(
  projectId: number,
  { linkToken, ...recipient }: Recipient & { linkToken?: string | undefined },
): EmailVerification | null {
  if (!hasCodeLinkToken(projectId, { ...recipient, linkToken })) return null;
  const proof = linkToken?.split(".").slice(1).join(".") ?? "";
  const matches = (verification: EmailVerification) => constantTimeEqual(proof, signRecipient(projectId, recipient, verification));
  return emailVerifications.find(matches) ?? null;
}
