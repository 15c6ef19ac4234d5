import { Progress } from "@/components/ui/progress";
import { Status } from "@/components/ui/status";
import { type AbuseProtectionReply, maxCountedClients } from "@/contract/abuse-protection-status";
import { abuseProtectionLabels } from "./labels";

type RateLimitUsageProps = {
  status: AbuseProtectionReply["guesses"];
  /** `open` is shown until the limit is reached, and `protected` after that. */
  labels: { progress: string; open: string; protected: string };
};

const { rateLimit } = abuseProtectionLabels;

/** How much of a project-wide rate limit is used, and what that means for customers. */
export function RateLimitUsage({ status, labels }: RateLimitUsageProps) {
  const { used, limit, windowSeconds, resetsInSeconds, proofRequired, blockedClients } = status;
  const details = [
    !proofRequired && rateLimit.remaining(Math.max(0, limit - used)),
    resetsInSeconds === null ? rateLimit.window(windowSeconds) : rateLimit.resets(resetsInSeconds),
    blockedClients > 0 && rateLimit.blockedClients(Math.min(blockedClients, maxCountedClients), blockedClients >= maxCountedClients),
  ];
  return (
    <div className="grid gap-3">
      <Progress label={labels.progress} value={Math.min(used, limit)} total={limit} valueText={rateLimit.usage(used, limit)} />
      <p className="flex flex-wrap items-center gap-x-2">
        <Status tone={proofRequired ? "warning" : "positive"}>{proofRequired ? rateLimit.protected : rateLimit.open}</Status>
        <span>{proofRequired ? labels.protected : labels.open}</span>
      </p>
      <p className="text-muted-foreground">{details.filter(Boolean).join(" ")}</p>
    </div>
  );
}
