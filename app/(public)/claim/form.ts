import { claimCodeEndpoint } from "@/contract/claims";
import { routes } from "@/lib/routes";

/** The claim form. It takes the same fields as the API. */
export const claimForm = { page: routes.claim, fields: claimCodeEndpoint.body, attempt: claimCodeEndpoint.attempt };
