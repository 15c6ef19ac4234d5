import { decrypt, encrypt } from "@/lib/encryption";
import type { SmtpServerSettings } from "@/lib/smtp";

const encryptionPurpose = (projectId: number): string => `SMTP server of project ${projectId}`;

/** Encrypts an SMTP server. All fields, not only the password: otherwise someone with database access could redirect the password to another host. */
export const encryptServer = (projectId: number, server: SmtpServerSettings): string =>
  encrypt(JSON.stringify(server), encryptionPurpose(projectId));

/** Decrypts an SMTP server. Returns `null` if AUTH_SECRET has changed since it was saved. */
export function decryptServer(projectId: number, encrypted: string): SmtpServerSettings | null {
  try {
    return JSON.parse(decrypt(encrypted, encryptionPurpose(projectId))) as SmtpServerSettings;
  } catch {
    return null;
  }
}
