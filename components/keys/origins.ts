import { textListSchema } from "@/components/ui/text-list";
import { updateAllowedOriginsEndpoint } from "@/contract/keys";

/** Parses a text with one origin per line. Errors name the line. */
export const originsSchema = textListSchema(updateAllowedOriginsEndpoint.body, "origins");
