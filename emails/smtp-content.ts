/** How long a server may take to accept an email after its last line, in milliseconds (RFC 5321, section 4.5.3.2.6). Hanging up before sends it again. */
const acceptTimeout = 600_000;

/** Resolves with whether the content of an email may be sent now. */
type ContentGate = () => Promise<boolean>;

type Callback = (error: Error | null, ...rest: unknown[]) => void;

/** What nodemailer's connections have inside. */
type Internals = {
  options: { socketTimeout?: number; beforeContent?: ContentGate };
  _socket?: { setTimeout(ms: number): void };
  _setEnvelope?(envelope: unknown, callback: Callback): void;
  _createSendStream?(callback: Callback): { once(event: "end", listener: () => void): void };
  _actionSMTPStream?(reply: string, callback: Callback): void;
};

const adapted = new WeakSet<object>();

/**
 * Makes nodemailer's connections ask the option `beforeContent` before they send the content of an email, and wait as long as RFC 5321 asks
 * for until it is accepted.
 */
export function adaptContent({ prototype }: { prototype: object }): void {
  const { _setEnvelope: setEnvelope, _createSendStream: createSendStream, _actionSMTPStream: readReply } = prototype as Internals;
  if (!setEnvelope || !createSendStream || !readReply || adapted.has(prototype)) return;
  adapted.add(prototype);
  const methods: Internals & ThisType<Internals> = prototype as Internals;
  methods._setEnvelope = function (this: Internals, envelope, callback) {
    const { beforeContent } = this.options;
    setEnvelope.call(this, envelope, (error, ...rest) => {
      if (error || !beforeContent) return callback(error, ...rest);
      beforeContent().then((isAllowed) => callback(isAllowed ? null : new Error("The email wasn't sent"), ...rest), callback);
    });
  };
  methods._createSendStream = function (this: Internals, callback) {
    const stream = createSendStream.call(this, callback);
    stream.once("end", () => this._socket?.setTimeout(Math.max(acceptTimeout, this.options.socketTimeout ?? 0)));
    return stream;
  };
  methods._actionSMTPStream = function (this: Internals, reply, callback) {
    this._socket?.setTimeout(this.options.socketTimeout ?? acceptTimeout);
    readReply.call(this, reply, callback);
  };
}
