import { encrypt, decrypt } from "@/lib/encryption";
import type { SmtpServerSettings } from "@/lib/smtp";

const purpose = (projectId: number): string => `mail server of project ${projectId}`;

/** A server as the project's row keeps it: all of it sealed, so that whoever writes into the database cannot have its password sent elsewhere. */
export const encryptServer = (projectId: number, server: SmtpServerSettings): string => encrypt(JSON.stringify(server), purpose(projectId));

/** The server that a project's row keeps; null where it cannot be read, as AUTH_SECRET is another than it was. */
export function decryptServer(projectId: number, sealed: string): SmtpServerSettings | null {
  try {
    return JSON.parse(decrypt(sealed, purpose(projectId))) as SmtpServerSettings;
  } catch {
    return null;
  }
}
