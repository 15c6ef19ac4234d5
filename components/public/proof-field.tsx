import type { Challenge } from "@/contract/abuse-protection";

type ProofFieldProps = {
  challenge: Challenge | null;
  /** What else can be done without script, and where a browser cannot solve it. */
  messages: { withoutScript: string; notChecked: string };
};

/** Where the page's script puts the proof that was asked for; without script it says what else can be done. */
export function ProofField({ challenge, messages: say }: ProofFieldProps) {
  if (challenge === null) return null;
  return (
    <>
      <input type="hidden" name="proof" data-challenge={JSON.stringify(challenge)} />
      <p role="status" data-proof data-not-checked={say.notChecked} className="text-[13px] text-muted-foreground">
        {say.withoutScript}
      </p>
    </>
  );
}
