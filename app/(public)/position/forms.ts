import { z } from "zod";
import { positionMessages } from "@/components/public/position-messages";
import { routes } from "@/lib/routes";

/** The token of the emailed link that opened the page. */
const fields = z.object({ token: z.string().max(300) });

export const leaveForm = { page: routes.position, fields } as const;
export const deleteDataForm = {
  page: routes.position,
  fields: fields.extend({ confirm: z.literal("yes", positionMessages.errors.invalid_input) }),
} as const;
