import type { Challenge } from "@/contract/abuse-protection";

type ProofFieldProps = {
  challenge: Challenge | null;
  messages: {
    /** Shown without JavaScript. */
    javaScriptRequired: string;
    /** Shown if the browser can't solve the challenge. */
    unsupported: string;
  };
};

/** The field for a proof of work, which the page's script fills in. */
export function ProofField({ challenge, messages }: ProofFieldProps) {
  if (challenge === null) return null;
  return (
    <>
      <input type="hidden" name="proof" data-challenge={JSON.stringify(challenge)} />
      <p role="status" data-proof data-unsupported={messages.unsupported} className="text-[13px] text-muted-foreground">
        {messages.javaScriptRequired}
      </p>
    </>
  );
}
