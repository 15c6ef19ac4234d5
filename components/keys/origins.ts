import { textListSchema } from "@/components/ui/text-list";
import { updateAllowedOriginsEndpoint } from "@/contract/keys";

/** A text of one origin to a line as a list of them; says which line is none. */
export const originsSchema = textListSchema(updateAllowedOriginsEndpoint.body, "origins");
