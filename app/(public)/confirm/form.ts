import { z } from "zod";
import { routes } from "@/lib/routes";

/** The form of the page where a lead confirms their address: the token of the link that led there. */
export const confirmForm = { page: routes.confirm, fields: z.object({ t: z.string().max(300) }) } as const;
