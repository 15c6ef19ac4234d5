import { isSignature, signature } from "@/lib/encryption";
import { newId } from "@/lib/ids";

const purpose = "browser that signed in";

type Account = { projectId: number; email: string };

const signedText = (id: string, { projectId, email }: Account): string => `${projectId} ${id} ${email}`;

/** Creates what a browser keeps after signing in to an account, in a cookie: an ID, and a signature of it with the account's email. */
export function createKnownBrowser(account: Account, previous: string | undefined): string {
  const id = readKnownBrowser(account, previous) ?? newId();
  return `${id}.${signature(signedText(id, account), purpose)}`;
}

/** Returns the ID of a browser that has signed in to the account before, or null. */
export function readKnownBrowser(account: Account, value: string | undefined): string | null {
  const [id = "", proof = ""] = value?.split(".") ?? [];
  return id !== "" && isSignature(proof, signedText(id, account), purpose) ? id : null;
}
