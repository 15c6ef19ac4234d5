// cspell:disable
// Bounce messages as mail servers write them, about an email with the Message-ID `originalId`.

/** The Message-ID of the email that the samples are about. */
export const originalId = "<5f0c1d6e-3c39-4b8f-9a51-1f0a4c2d7e66@codes.example.org>";

type Parts = {
  /** Header lines of the report, without those about its parts. */
  header?: readonly string[];
  text?: string;
  /** The delivery status, or several, each a group of lines. */
  fields: readonly (readonly string[])[];
  statusType?: string;
  encoding?: "7bit" | "base64" | "quoted-printable";
  originalType?: string;
  /** The lines of the original message. Null leaves it out. */
  original?: readonly string[] | null;
};

const encoded = (text: string, encoding: Parts["encoding"]): string => {
  if (encoding === "base64")
    return (
      Buffer.from(text)
        .toString("base64")
        .match(/.{1,76}/g) ?? []
    ).join("\r\n");
  if (encoding === "quoted-printable")
    return text.replace(/[^\r\n -<>-~]/gu, (character) =>
      Array.from(Buffer.from(character), (byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
    );
  return text;
};

/** A delivery status notification. */
export function deliveryStatus({
  header = ["From: MAILER-DAEMON@mx.example.net"],
  text = "Your message could not be delivered.",
  fields,
  statusType = "message/delivery-status",
  encoding = "7bit",
  originalType = "message/rfc822",
  original = [`Message-ID: ${originalId}`, "Subject: Your code", "", "Your code"],
}: Parts): Buffer {
  const status = ["Reporting-MTA: dns; mx.example.net", "", ...fields.flatMap((lines) => [...lines, ""])].join("\r\n");
  return Buffer.from(
    [
      ...header,
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
      "",
      "This is a MIME-encapsulated message.",
      "",
      "--=_b",
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
      "",
      "--=_b",
      `Content-Type: ${statusType}`,
      `Content-Transfer-Encoding: ${encoding}`,
      "",
      encoded(status, encoding),
      "",
      ...(original === null
        ? []
        : [
            "--=_b",
            `Content-Type: ${originalType}`,
            `Content-Transfer-Encoding: ${encoding}`,
            "",
            encoded(original.join("\r\n"), encoding),
          ]),
      "",
      "--=_b--",
      "",
    ].join("\r\n"),
  );
}

/** A bounce message that is only text. */
export const textBounce = (header: readonly string[], lines: readonly string[]): Buffer =>
  Buffer.from([...header, "Content-Type: text/plain; charset=utf-8", "", ...lines, ""].join("\r\n"));

const group = (status: string, diagnostic: string | null, { recipient = "ada@example.org", action = "failed" } = {}): string[] => [
  `Final-Recipient: rfc822; ${recipient}`,
  `Action: ${action}`,
  `Status: ${status}`,
  ...(diagnostic === null ? [] : [`Diagnostic-Code: ${diagnostic}`]),
];

/** Bounce messages of servers that refuse the recipient, with what is recorded about the email. */
export const recipientBounces: readonly [product: string, message: Buffer, detail: string][] = [
  [
    "Postfix",
    deliveryStatus({
      fields: [
        group("5.1.1", "smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected:\r\n    User unknown in virtual mailbox table"),
      ],
    }),
    "550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in virtual mailbox table",
  ],
  ["Postfix about its own mailbox", deliveryStatus({ fields: [group("5.1.1", 'x-unix; user unknown: "ada"')] }), 'user unknown: "ada"'],
  [
    "Exim",
    deliveryStatus({ fields: [group("5.0.0", "smtp; 550 No such user here", { action: "failed (permanent error)" })] }),
    "550 No such user here",
  ],
  [
    "Gmail",
    deliveryStatus({
      header: [
        "From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
        "Auto-Submitted: auto-replied",
        `In-Reply-To: ${originalId}`,
      ],
      fields: [
        group(
          "5.1.1",
          "smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the address.\r\n 550 5.1.1  https://support.example.com/?p=NoSuchUser",
        ),
      ],
      original: null,
    }),
    "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the address. 550 5.1.1  https://support.example.com/?p=NoSuchUser",
  ],
  [
    "Exchange",
    deliveryStatus({
      fields: [
        [
          ...group("5.1.10", "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup"),
          "X-Display-Name: Ada",
        ],
      ],
    }),
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
  ],
  [
    "sendmail",
    deliveryStatus({
      fields: [
        [
          "Original-Recipient: rfc822;ada@example.org",
          ...group("5.1.1", "SMTP; 550 5.1.1 <ada@example.org>... User unknown"),
          "Last-Attempt-Date: Tue, 24 Nov 2026 08:00:00 GMT",
        ],
      ],
    }),
    "550 5.1.1 <ada@example.org>... User unknown",
  ],
  [
    "Yahoo",
    deliveryStatus({
      fields: [group("5.0.0", "smtp; 554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0]")],
    }),
    "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0]",
  ],
  [
    "iCloud",
    deliveryStatus({ fields: [group("5.1.1", "smtp;550 5.1.1 <ada@icloud.com>: user does not exist")] }),
    "550 5.1.1 <ada@icloud.com>: user does not exist",
  ],
  [
    "Mail.ru",
    deliveryStatus({
      fields: [
        group("5.0.0", "smtp; 550 Message was not accepted -- invalid mailbox. Local mailbox ada@mail.ru is unavailable: user not found"),
      ],
    }),
    "550 Message was not accepted -- invalid mailbox. Local mailbox ada@mail.ru is unavailable: user not found",
  ],
  [
    "Courier",
    deliveryStatus({
      fields: [
        ["Final-Recipient: rfc822; ada@example.org", "Action: FAILED", "Status: 5.0.0", "Diagnostic-Code: smtp; 550 5.1.1 User unknown."],
      ],
    }),
    "550 5.1.1 User unknown.",
  ],
  [
    "Domino",
    deliveryStatus({ fields: [group("5.1.1", "X-Notes; User ada (ada@example.org) not listed in Domino Directory")] }),
    "User ada (ada@example.org) not listed in Domino Directory",
  ],
  [
    "Amazon SES",
    deliveryStatus({ fields: [group("5.1.1", "smtp; 550 5.1.1 user unknown", { recipient: "<ada@example.org>" })] }),
    "550 5.1.1 user unknown",
  ],
  [
    "Mimecast",
    deliveryStatus({ fields: [group("5.0.0", "smtp; 550 Invalid Recipient - https://community.example.com/docs/DOC-1369#550")] }),
    "550 Invalid Recipient - https://community.example.com/docs/DOC-1369#550",
  ],
  [
    "IronPort",
    deliveryStatus({
      fields: [
        group(
          "5.1.0",
          "smtp; 5.1.0 - Unknown address error 550-'5.1.1 The email account that you tried to reach does not exist' (delivery attempts: 0)",
        ),
      ],
    }),
    "5.1.0 - Unknown address error 550-'5.1.1 The email account that you tried to reach does not exist' (delivery attempts: 0)",
  ],
  ["a status with a comment", deliveryStatus({ fields: [group("5.1.1 (bad destination mailbox address)", null)] }), "5.1.1"],
  [
    "fields in upper case without blanks",
    deliveryStatus({ fields: [["FINAL-RECIPIENT:RFC822;ada@example.org", "ACTION:Failed", "STATUS:5.1.1"]] }),
    "5.1.1",
  ],
  [
    "recipients without an empty line between them",
    deliveryStatus({
      fields: [
        [...group("4.2.0", null, { recipient: "bob@example.org", action: "delayed" }), ...group("5.1.1", "smtp; 550 5.1.1 unknown")],
      ],
    }),
    "550 5.1.1 unknown",
  ],
  [
    "the reason in the text",
    deliveryStatus({
      text: "<ada@example.org>: host mx.example.org[192.0.2.1] said:\r\n    550-5.1.1 The email account that you tried to reach does not exist. (in\r\n    reply to RCPT TO command)",
      fields: [group("5.0.0", null)],
    }),
    "550-5.1.1 The email account that you tried to reach does not exist.",
  ],
  [
    "UTF-8 (RFC 6533)",
    deliveryStatus({
      statusType: "message/global-delivery-status",
      originalType: "message/global",
      fields: [["Final-Recipient: utf-8; áda@exämple.org", "Action: failed", "Status: 5.1.1"]],
    }),
    "5.1.1",
  ],
  [
    "UTF-8 headers (RFC 6533)",
    deliveryStatus({
      statusType: "message/global-delivery-status; charset=utf-8",
      originalType: "message/global-headers",
      fields: [["Final-Recipient: utf-8; \\x{E1}da@example.org", "Action: failed", "Status: 5.1.1"]],
    }),
    "5.1.1",
  ],
  [
    "base64",
    deliveryStatus({
      encoding: "base64",
      statusType: "message/global-delivery-status",
      originalType: "message/global",
      fields: [group("5.1.1", "smtp; 550 5.1.1 Пользователь не найден")],
    }),
    "550 5.1.1 Пользователь не найден",
  ],
  [
    "quoted-printable",
    deliveryStatus({ encoding: "quoted-printable", fields: [group("5.1.1", "smtp; 550 5.1.1 Usuário inexistente")] }),
    "550 5.1.1 Usuário inexistente",
  ],
  ["only the header of the original", deliveryStatus({ originalType: "text/rfc822-headers", fields: [group("5.1.1", null)] }), "5.1.1"],
  [
    "a folded Message-ID",
    deliveryStatus({ original: ["Subject: Your code", "Message-ID:", ` ${originalId}`, "", "Your code"], fields: [group("5.1.1", null)] }),
    "5.1.1",
  ],
  ...["In-Reply-To", "References", "X-Original-Message-ID"].map((name): [string, Buffer, string] => [
    `the Message-ID in ${name}`,
    deliveryStatus({
      header: [`${name}: ${name === "References" ? "<other@example.net>\r\n " : ""}${originalId}`],
      original: null,
      fields: [group("5.1.1", null)],
    }),
    "5.1.1",
  ]),
  [
    "the Message-ID in the text",
    deliveryStatus({ original: null, text: `  Message-id: ${originalId}`, fields: [group("5.1.1", null)] }),
    "5.1.1",
  ],
  [
    "qmail",
    textBounce(
      ["From: MAILER-DAEMON@mx.example.net", "Subject: failure notice"],
      [
        "Hi. This is the qmail-send program at mx.example.net.",
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.",
        "",
        "<ada@example.org>:",
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "",
        "--- Below this line is a copy of the message.",
        "",
        "Return-Path: <codes@example.org>",
        `Message-ID: ${originalId}`,
        "Subject: Your code",
      ],
    ),
    "Sorry, no mailbox here by that name. (#5.1.1)",
  ],
  [
    "qmail about another server",
    textBounce(
      ["From: MAILER-DAEMON@mx.example.net"],
      [
        "Hi. This is the qmail-send program at mx.example.net.",
        "",
        "<ada@example.org>:",
        "192.0.2.1 does not like recipient.",
        "Remote host said: 550 5.1.1 <ada@example.org>: User unknown",
        "Giving up on 192.0.2.1.",
        "",
        "--- Below this line is a copy of the message.",
        "",
        `Message-ID: ${originalId}`,
      ],
    ),
    "550 5.1.1 <ada@example.org>: User unknown",
  ],
  [
    "older Exim",
    textBounce(
      ["From: Mail Delivery System <Mailer-Daemon@mx.example.net>", "X-Failed-Recipients: ada@example.org", "Auto-Submitted: auto-replied"],
      [
        "This message was created automatically by mail delivery software.",
        "",
        "A message that you sent could not be delivered to one or more of its",
        "recipients. This is a permanent error. The following address(es) failed:",
        "",
        "  ada@example.org",
        "    SMTP error from remote mail server after RCPT TO:<ada@example.org>:",
        "    host mx.example.org [192.0.2.1]: 550 5.1.1 <ada@example.org>:",
        "    Recipient address rejected: User unknown",
        "",
        "------ This is a copy of the message, including all the headers. ------",
        "",
        `Message-ID: ${originalId}`,
      ],
    ),
    "550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown",
  ],
  [
    "older Exim about its own mailbox",
    textBounce(
      ["From: Mail Delivery System <Mailer-Daemon@mx.example.net>", `References: ${originalId}`],
      ["The following address(es) failed:", "", "  ada@example.org", "    Unrouteable address"],
    ),
    "Unrouteable address",
  ],
  [
    "GMX",
    textBounce(
      ["From: MAILER-DAEMON@mail.gmx.example"],
      [
        "The following address",
        "failed:",
        "",
        '"ada@example.org":',
        "SMTP error from remote server after RCPT command:",
        "host: mx.example.org",
        "5.1.1 <ada@example.org>... User Unknown",
        "",
        "--- The header of the original message is following. ---",
        "",
        `Message-ID: ${originalId}`,
      ],
    ),
    "SMTP error from remote server after RCPT command: host: mx.example.org 5.1.1 <ada@example.org>... User Unknown",
  ],
];

const about = (status: string, diagnostic: string | null, options = {}) => deliveryStatus({ fields: [group(status, diagnostic, options)] });

/** Reports that say nothing against the recipient's mailbox. */
export const otherReports: readonly [description: string, message: Buffer][] = [
  ["a refused sender", about("5.1.0", "smtp; 510 sender rejected")],
  ["a refused sender, with the status of an unknown mailbox", about("5.1.1", "smtp; 510 sender rejected")],
  ["a status that the server concluded from 550", about("5.1.1", "smtp; 550 Your IP is on our list, see https://example.net")],
  ["a list in a link", about("5.1.3", "smtp; 553 https://www.example.org/query/bl?ip=192.0.2.222")],
  ["another status in the answer", about("5.1.1", "smtp; 550 5.7.1 Message rejected due to local policy")],
  ["a policy", about("5.7.1", "smtp; 550 5.7.1 Administrative prohibition")],
  ["DMARC", about("5.7.26", "smtp; 550-5.7.26 Unauthenticated email from example.org is not accepted due to domain's DMARC policy.")],
  ["SPF", about("5.0.0", "smtp; 550 SPF check failed")],
  ["a sender that doesn't exist", about("5.1.8", "smtp; 550 5.1.8 Sender address rejected: Domain not found")],
  ["a full mailbox", about("5.2.2", "smtp; 552 5.2.2 The email account that you tried to reach is over quota")],
  ["a full mailbox, with the status of an unknown one", about("5.1.1", "smtp; 552 sorry, mailbox ada@example.org is over quota (#5.1.1)")],
  ["an unknown reason", about("5.0.0", "smtp; 550 Rejected")],
  ["no reason", about("5.0.0", null)],
  ["a temporary answer after days", about("4.4.7", "smtp; 450 4.1.1 <ada@example.org>: Recipient address rejected: unverified address")],
  ["a temporary answer with a permanent status", about("5.0.0", "smtp; 451 4.3.0 User unknown, try again")],
  ...["delayed", "delivered", "relayed", "expanded", "Delayed (still trying)"].map((action): [string, Buffer] => [
    action,
    about("5.1.1", "smtp; 550 5.1.1 User unknown", { action }),
  ]),
  [
    "a sender refused by qmail's next server",
    textBounce(
      ["From: MAILER-DAEMON@mx.example.net"],
      [
        "Hi. This is the qmail-send program at mx.example.net.",
        "",
        "<ada@example.org>:",
        "Connected to 192.0.2.1 but sender was rejected.",
        "Remote host said: 550 5.7.1 Access denied",
        "",
        "--- Below this line is a copy of the message.",
        "",
        `Message-ID: ${originalId}`,
      ],
    ),
  ],
  [
    "a sender refused by Exim's next server",
    textBounce(
      ["From: Mailer-Daemon@mx.example.net"],
      [
        "  ada@example.org",
        "    SMTP error from remote mail server after MAIL FROM:<codes@example.org>:",
        "    host mx.example.org [192.0.2.1]: 550 User unknown",
        "",
        `Message-ID: ${originalId}`,
      ],
    ),
  ],
  [
    "a delay reported by Exim",
    textBounce(
      ["From: Mailer-Daemon@mx.example.net", "Subject: Warning: message delayed 24 hours"],
      ["  ada@example.org", "    host mx.example.org [192.0.2.1]: 451 4.7.1 Greylisted, please try again", "", `Message-ID: ${originalId}`],
    ),
  ],
];

const reply = (lines: readonly string[], text: string) =>
  textBounce(["From: Ada Lovelace <ada@example.org>", `In-Reply-To: ${originalId}`, ...lines], [text]);

/** Messages that are no reports. */
export const otherMessages: readonly [description: string, message: Buffer][] = [
  [
    "an automatic reply",
    reply(["Auto-Submitted: auto-replied", "Return-Path: <>"], "I'm out of office. 550 5.1.1 this mailbox no longer exists."),
  ],
  [
    "a reply of Exchange",
    reply(["X-Auto-Response-Suppress: All", "Subject: Automatic reply: Your code"], "I have left the company. My mailbox is disabled."),
  ],
  ["a reply", reply([], "Thanks!\r\n\r\n> 550 5.1.1 User unknown")],
  [
    "a read receipt",
    Buffer.from(
      [
        "From: ada@example.org",
        'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"',
        "",
        "--b",
        "Content-Type: message/disposition-notification",
        "",
        "Final-Recipient: rfc822;ada@example.org",
        `Original-Message-ID: ${originalId}`,
        "Disposition: manual-action/MDN-sent-manually; displayed",
        "",
        "--b--",
        "",
      ].join("\r\n"),
    ),
  ],
];
