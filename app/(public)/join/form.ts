import { createLead } from "@/contract/leads";
import { routes } from "@/lib/routes";

/** The form of the join page. Notes are the staff's own. */
export const joinForm = {
  page: routes.join,
  fields: createLead.body
    .pick({ email: true, firstname: true, lastname: true })
    // One that can be nobody's is left out, as one that is nobody's.
    .extend({ referralCode: createLead.body.shape.referralCode.catch(undefined) }),
  refuses: ["sign_ups_paused"],
} as const;
