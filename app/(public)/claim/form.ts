import { claimCodeEndpoint } from "@/contract/claims";
import { routes } from "@/lib/routes";

/** The form of the claim page: what the public key may claim, a customer may. */
export const claimForm = { page: routes.claim, fields: claimCodeEndpoint.body, tries: claimCodeEndpoint.tries };
