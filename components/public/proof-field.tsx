import type { Challenge } from "@/contract/protection";
import { proofMessages as say } from "./form-messages";

/** Where the page's script puts the proof that was asked for; without script it says what else can be done. */
export function ProofField({ challenge }: { challenge: Challenge | null }) {
  if (challenge === null) return null;
  return (
    <>
      <input type="hidden" name="proof" data-challenge={JSON.stringify(challenge)} />
      <p role="status" data-proof className="text-[13px] text-muted-foreground">
        {say.withoutScript}
      </p>
    </>
  );
}
