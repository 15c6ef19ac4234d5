/** The reply code of the last line of a server's reply. 0 if it has none. */
export const lastReplyCode = (reply: string): number => Number(/(?:^|\n)(\d{3})(?=[ -]|$)[^\n]*$/.exec(reply.trim())?.[1] ?? 0);

/** Returns a reply with its last line first if that has another code. RFC 5321 forbids it, and what servers do is in the last line. */
export function decisiveReply(reply: string): string {
  const code = lastReplyCode(reply);
  if (code === 0 || reply.startsWith(String(code))) return reply;
  const lines = reply.trim().split("\n");
  return [lines.pop(), ...lines].join("\n");
}

type ReplyHandler = (this: unknown, reply: string, done: unknown) => void;
type Connection = { prototype: object };

const adapted = new WeakSet<object>();

/** Makes nodemailer's connections decide by the last line of a reply to RCPT TO, instead of the first. */
export function decideByLastLine({ prototype }: Connection): void {
  const handlers = prototype as { _actionRCPT?: ReplyHandler };
  const original = handlers._actionRCPT;
  if (original === undefined || adapted.has(prototype)) return;
  adapted.add(prototype);
  handlers._actionRCPT = function (reply, done) {
    original.call(this, decisiveReply(reply), done);
  };
}
