import { createLead } from "@/contract/leads";
import { routes } from "@/lib/routes";

/** The form of the join page. Notes are the staff's own. */
export const joinForm = {
  page: routes.join,
  fields: createLead.body.pick({ email: true, firstname: true, lastname: true, referralCode: true }),
  refuses: [],
} as const;
