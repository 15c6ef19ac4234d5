import { Status } from "@/components/ui/status";
import { leadStage } from "./labels";

/** Shows how far a lead has come. */
export function LeadStage({ lead }: { lead: Parameters<typeof leadStage>[0] }) {
  const { label, tone } = leadStage(lead);
  return <Status tone={tone}>{label}</Status>;
}
