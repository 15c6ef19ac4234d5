import { headers } from "next/headers";

/** Returns the Content-Security-Policy nonce for a page's scripts (start/security-headers.ts). */
export const getNonce = async (): Promise<string | undefined> => (await headers()).get("x-nonce") ?? undefined;
