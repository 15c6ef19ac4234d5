import { codeIdentity } from "@/contract/text";
import { isSame, markOf } from "@/lib/seal";

const purpose = "pass of a mailed code";

/** What a mailed link says beside its code, so that whoever holds it is not taken for somebody who guesses. It says nothing else, and does not run out. */
export const passFor = (projectId: number, code: string): string => markOf(`${projectId} ${codeIdentity(code)}`, purpose);

/** Whether whoever shows this came by a mailed link: whether `pass` was mailed with that code. */
export const holdsLink = (projectId: number, { code = "", pass }: { code?: string | undefined; pass?: string | undefined }): boolean =>
  pass !== undefined && isSame(pass, passFor(projectId, code));
