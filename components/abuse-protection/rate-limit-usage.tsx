import { Progress } from "@/components/ui/progress";
import { Status } from "@/components/ui/status";
import { maxCountedClients, type AbuseProtectionReply } from "@/contract/abuse-protection-status";
import { minutesOf } from "@/lib/counts";

type RateLimitUsageProps = {
  rate: AbuseProtectionReply["guesses"];
  label: string;
  /** What is said while the budget lasts, and once it is used up. */
  open: string;
  guarded: string;
};

const number = (value: number): string => value.toLocaleString("en");

/** How far a budget is used, what holds for customers then, and what is left. */
export function RateLimitUsage({ rate: { used, limit: most, windowSeconds: seconds, resetsInSeconds: resetsIn, proofRequired: needsProof, blockedClients: clientsStopped }, label, open, guarded }: RateLimitUsageProps) {
  const left = Math.max(0, most - used);
  return (
    <div className="grid gap-3">
      <Progress label={label} value={Math.min(used, most)} total={most} valueText={`${number(used)} of ${number(most)}`} />
      <p className="flex flex-wrap items-center gap-x-2">
        <Status tone={needsProof ? "warning" : "positive"}>{needsProof ? "Guarded" : "Open"}</Status>
        <span>{needsProof ? guarded : open}</span>
      </p>
      <p className="text-muted-foreground">
        {needsProof ? "" : `${number(left)} left before a proof of work is asked for. `}
        {resetsIn === null ? `Counted for ${minutesOf(seconds)} from the first.` : `It begins anew in ${minutesOf(resetsIn)}.`}
        {clientsStopped > 0 &&
          ` ${clientsStopped >= maxCountedClients ? `${number(maxCountedClients)} or more clients are` : clientsStopped === 1 ? "1 client is" : `${number(clientsStopped)} clients are`} stopped for now.`}
      </p>
    </div>
  );
}
