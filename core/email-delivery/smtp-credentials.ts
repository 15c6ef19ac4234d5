import { seal, unseal } from "@/lib/seal";
import type { KeptServer } from "@/lib/smtp";

const purpose = (projectId: number): string => `mail server of project ${projectId}`;

/** A server as the project's row keeps it: all of it sealed, so that whoever writes into the database cannot have its password sent elsewhere. */
export const sealServer = (projectId: number, server: KeptServer): string => seal(JSON.stringify(server), purpose(projectId));

/** The server that a project's row keeps; null where it cannot be read, as AUTH_SECRET is another than it was. */
export function unsealServer(projectId: number, sealed: string): KeptServer | null {
  try {
    return JSON.parse(unseal(sealed, purpose(projectId))) as KeptServer;
  } catch {
    return null;
  }
}
