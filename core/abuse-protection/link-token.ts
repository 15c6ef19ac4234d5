import { type EmailVerification, emailVerifications } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { isSignature, signature } from "@/lib/encryption";

const codePurpose = "link token of an emailed code";
const emailPurposes: Readonly<Record<EmailVerification, string>> = {
  link: "link token of an emailed code and its recipient",
  confirmation: "link token of a claim confirmation",
};

const codeText = (projectId: number, code: string): string => `${projectId} ${normalizeCode(code)}`;

type Recipient = { code: string; email: string };

const recipientText = (projectId: number, { code, email }: Recipient): string => `${codeText(projectId, code)} ${email}`;

/**
 * Creates the token of an emailed claim link: a signature of the code, and one of the code with the email it is sent to. The first proves
 * that the visitor received the code and doesn't guess, even if the email was forwarded. Links from before the second existed have only the
 * first. Tokens don't expire.
 */
export const createCodeLinkToken = (projectId: number, recipient: Recipient, verification: EmailVerification = "link"): string =>
  `${signature(codeText(projectId, recipient.code), codePurpose)}.${signature(recipientText(projectId, recipient), emailPurposes[verification])}`;

type ClaimAttempt = { code?: string | undefined; linkToken?: string | undefined };

/** Returns whether the token was emailed with the code. */
export const hasCodeLinkToken = (projectId: number, { code = "", linkToken }: ClaimAttempt): boolean =>
  linkToken !== undefined && isSignature(linkToken.split(".", 1)[0] ?? "", codeText(projectId, code), codePurpose);

/** Returns how a claim's token proves that the person owns the email, or null if it doesn't: it's missing, or was sent to another email. */
export function readEmailVerification(
  projectId: number,
  { linkToken, ...recipient }: Recipient & { linkToken?: string | undefined },
): EmailVerification | null {
  if (!hasCodeLinkToken(projectId, { ...recipient, linkToken })) return null;
  const proof = linkToken?.split(".").slice(1).join(".") ?? "";
  const matches = (verification: EmailVerification) => isSignature(proof, recipientText(projectId, recipient), emailPurposes[verification]);
  return emailVerifications.find(matches) ?? null;
}
