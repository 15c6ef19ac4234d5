import { Status } from "@/components/ui/status";
import { statusOf } from "./words";

/** How far a lead has come. */
export function LeadStatus({ lead }: { lead: Parameters<typeof statusOf>[0] }) {
  const { word, tone } = statusOf(lead);
  return <Status tone={tone}>{word}</Status>;
}
