import { codeIdentity } from "@/contract/text";
import { isSame, markOf } from "@/lib/seal";

const purpose = "pass of a mailed code";

/** What a mailed link says beside its code, so that whoever holds it is not taken for somebody who guesses. It says nothing else, and does not run out. */
export const passFor = (projectId: number, code: string): string => markOf(`${projectId} ${codeIdentity(code)}`, purpose);

/** Whether `pass` was mailed with that code. */
export const isPassFor = (projectId: number, code: string, pass: string): boolean => isSame(pass, passFor(projectId, code));
