import { normalizeCode } from "@/contract/normalize";
import { constantTimeEqual, signature } from "@/lib/encryption";

const purpose = "link token of an emailed code";

/** Creates the token of an emailed claim link. It proves that the visitor received the code and doesn't guess. It doesn't expire. */
export const createCodeLinkToken = (projectId: number, code: string): string => signature(`${projectId} ${normalizeCode(code)}`, purpose);

type ClaimAttempt = { code?: string | undefined; linkToken?: string | undefined };

/** Returns whether the token is the one that was emailed with the code. */
export const hasCodeLinkToken = (projectId: number, { code = "", linkToken }: ClaimAttempt): boolean =>
  linkToken !== undefined && constantTimeEqual(linkToken, createCodeLinkToken(projectId, code));
