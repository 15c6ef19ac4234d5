import { z } from "zod";
import { routes } from "@/lib/routes";

const fields = z.object({ t: z.string().max(300) });

/** The forms of a lead's own page: the token of the link that led there, and for good also that it is meant. */
export const leaveForm = { page: routes.place, fields } as const;
export const eraseForm = {
  page: routes.place,
  fields: fields.extend({ sure: z.literal("yes", "Tick the box to be erased.") }),
} as const;
