import { normalizeCode } from "@/contract/normalize";
import { constantTimeEqual, signature } from "@/lib/encryption";

const purpose = "pass of a mailed code";

/** What a mailed link says beside its code, so that whoever holds it is not taken for somebody who guesses. It says nothing else, and does not run out. */
export const createCodeLinkToken = (projectId: number, code: string): string => signature(`${projectId} ${normalizeCode(code)}`, purpose);

/** Whether whoever shows this came by a mailed link: whether `linkToken` was emailed with that code. */
export const hasCodeLinkToken = (projectId: number, { code = "", linkToken }: { code?: string | undefined; linkToken?: string | undefined }): boolean =>
  linkToken !== undefined && constantTimeEqual(linkToken, createCodeLinkToken(projectId, code));
