import { z } from "zod";
import { routes } from "@/lib/routes";

/** The form that confirms a lead's email with the token of the emailed link. */
export const confirmForm = { page: routes.confirm, fields: z.object({ token: z.string().max(300) }) } as const;
