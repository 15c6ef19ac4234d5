import { isBadMailbox } from "@/lib/smtp-rejections";

const senderCommand = /\b(?:after|in reply to|response to) (?:the )?(?:pipelined )?(?:mail|ehlo|helo|starttls|auth|initial connection)\b/i;

/** Returns whether a text says that the server refused before a recipient was named. */
export const isSenderRefused = (text: string): boolean => senderCommand.test(text);

/** The answer in a field such as `smtp; 550 5.1.1 No such user`. */
export const answerText = (field: string): string => field.replace(/^[\w-]+[ \t]*;[ \t]*/, "").trim();

/** A reply code without an enhanced status code. */
const bareReply = /^5\d\d\b(?!.*\b5\.\d\.\d)/s;

/**
 * Returns whether a permanent failure is about the recipient. `status` is what the server that reports it concludes, and `answer` what the
 * refusing server said. Both may be empty. The answer is more precise: many servers conclude from any 550 that the mailbox doesn't exist.
 */
export const isRecipientFailure = (status: string, answer: string, senders: readonly string[]): boolean =>
  !isSenderRefused(answer) &&
  isBadMailbox(answer, { status: status || null, senders }) &&
  (!bareReply.test(answer) || isBadMailbox(answer, { senders }));

/** Returns whether a bounce that a provider calls permanent is about the recipient: unless the server's answer contradicts it. */
export const isProviderBounce = (detail: string): boolean => isBadMailbox(answerText(detail), { status: "5.1.1" });
