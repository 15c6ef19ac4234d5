import { listIn } from "@/components/ui/lines";
import { allowOriginsEndpoint } from "@/contract/keys";

/** A text of one origin to a line as a list of them; says which line is none. */
export const Origins = listIn(allowOriginsEndpoint.body, "origins");
