import { z } from "zod";
import { holdReasons, leadStandings } from "./kinds";

export const LeadStanding = z.enum(leadStandings, `must be one of ${leadStandings.join(", ")}`).meta({
  description:
    "`accepted`: counts. `unconfirmed`: joined, and has not confirmed their address yet. `held`: a sign-up that seems wrong, until staff accept or delete it.",
});

export const HoldReason = z.enum(holdReasons).meta({
  description:
    "`trap`: a field that only programs fill in was filled in. `haste`: sent faster than anybody types. `blocked`: the address or its domain is on the block list. `disposable`: its domain gives out addresses to be thrown away.",
});
