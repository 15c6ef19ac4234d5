import { z } from "zod";
import { heldReasons, leadStatuses } from "./kinds";

export const LeadStatus = z.enum(leadStatuses, `must be one of ${leadStatuses.join(", ")}`).meta({
  description:
    "`active`: the sign-up counts. `unconfirmed`: the lead hasn't confirmed their email yet. `held`: the sign-up looks suspicious and waits for staff to approve or delete it.",
});

export const HeldReason = z.enum(heldReasons).meta({
  description:
    "`honeypot`: a field that people can't see was filled in. `too_fast`: the form was sent faster than a person can type. `blocked`: the email or its domain is on the block list. `disposable`: the domain provides disposable emails.",
});
