import "server-only";
import { headers } from "next/headers";

/** What a page's own scripts must carry, or the browser refuses them (start/safety.ts). */
export const pageNonce = async (): Promise<string | undefined> => (await headers()).get("x-nonce") ?? undefined;
