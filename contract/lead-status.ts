import * as z from "zod";
import { heldReasons, leadStatuses } from "./enums";

export const LeadStatus = z.enum(leadStatuses, `must be one of ${leadStatuses.join(", ")}`).meta({
  description:
    "`active`: the sign-up is complete. `unconfirmed`: the lead hasn't confirmed their email address yet. `held`: the sign-up looks suspicious and is held for review until staff approve or delete it.",
});

export const HeldReason = z.enum(heldReasons).meta({
  description:
    "`honeypot`: a hidden field was filled in. `too_fast`: the form was submitted faster than a person can type. `blocked`: the email address or its domain is on the block list. `disposable`: the domain provides disposable email addresses.",
});
