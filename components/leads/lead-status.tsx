import { Status } from "@/components/ui/status";
import { leadStage } from "./labels";

/** How far a lead has come. */
export function LeadStatus({ lead }: { lead: Parameters<typeof leadStage>[0] }) {
  const { label: word, tone } = leadStage(lead);
  return <Status tone={tone}>{word}</Status>;
}
