// cspell:words diteur
import { describe, expect, test } from "vitest";
import { deliveryStatus, originalId, otherMessages, otherReports, recipientBounces, textBounce } from "@/tests/harness/bounce-messages";
import { accountRefusals } from "@/tests/harness/smtp-responses";
import { readBounceMessage } from "./dsn";

/** The Message-IDs that a report names. */
const messageIds = async (message: Buffer) => {
  const { recipients } = await readBounceMessage(message);
  return recipients.map(({ messageId, otherMessageIds = [] }) => [messageId, ...otherMessageIds]);
};

describe("a bounce message", () => {
  test.each(recipientBounces)("of %s is about the recipient of our email", async (_, message, detail) => {
    const { recipients, problem } = await readBounceMessage(message);
    expect({ problem, recipients }).toMatchObject({ problem: undefined, recipients: [{ reason: "bounced", email: null, detail }] });
    expect([recipients[0]?.messageId, ...(recipients[0]?.otherMessageIds ?? [])]).toContain(originalId);
  });

  test.each(recipientBounces)("of %s is read with bare line feeds too", async (_, message) => {
    const { recipients } = await readBounceMessage(Buffer.from(message.toString().replace(/\r\n/g, "\n")));
    expect(recipients).toHaveLength(1);
  });

  test.each(otherReports)("about %s says nothing against the recipient", async (_, message) => {
    expect(await readBounceMessage(message)).toMatchObject({ recipients: [], problem: undefined });
  });

  test.each(accountRefusals)("with the answer %s says nothing against the recipient, whatever status it concludes", async (response) => {
    const fields = (answer: string) => [
      ["Final-Recipient: rfc822; ada@example.org", "Action: failed", "Status: 5.1.1", `Diagnostic-Code: smtp; ${answer}`],
    ];
    const message = deliveryStatus({ fields: fields(response.replaceAll("\n", "\r\n ")), statusType: "message/global-delivery-status" });
    expect((await readBounceMessage(message)).recipients).toEqual([]);
  });

  test("in Latin-1 that blames the sender says nothing against the recipient", async () => {
    const fields = [
      [
        "Final-Recipient: rfc822; ada@example.org",
        "Action: failed",
        "Status: 5.1.1",
        "Diagnostic-Code: smtp; 550 5.1.1 Exp@diteur unknown",
      ],
    ];
    const bytes = Buffer.from(deliveryStatus({ fields }).toString().replace("Exp@", "Exp\xe9"), "latin1");
    expect((await readBounceMessage(bytes)).recipients).toEqual([]);
  });

  test.each(otherMessages)("is not %s", async (_, message) => {
    await expect(readBounceMessage(message)).rejects.toMatchObject({ errorName: "report_not_readable" });
  });

  test("is about the message that it returns, and not about others of the conversation", async () => {
    const header = ["From: postmaster@example.net", "References: <99999999-3c39-4b8f-9a51-1f0a4c2d7e66@codes.example.org>"];
    const fields = [["Final-Recipient: rfc822; bob@example.org", "Action: failed", "Status: 5.1.1"]];
    expect(await messageIds(deliveryStatus({ header, fields }))).toEqual([[originalId]]);
    expect(await messageIds(deliveryStatus({ header, fields, original: ["Message-ID: <forwarded@example.org>", ""] }))).toEqual([
      ["<forwarded@example.org>"],
    ]);
  });

  test("names the recipients about whom it says something else", async () => {
    const group = (recipient: string, action: string, status: string) => [
      `Original-Recipient: rfc822;${recipient}`,
      `Final-Recipient: rfc822; <copy-of-${recipient}>`,
      `Action: ${action}`,
      `Status: ${status}`,
    ];
    const fields = [
      group("ada@example.org", "delivered", "2.0.0"),
      group("bob@example.org", "failed", "5.1.1"),
      group("cy@example.org", "failed", "5.7.1"),
    ];
    const { recipients } = await readBounceMessage(deliveryStatus({ fields }));
    expect(recipients).toHaveLength(1);
    expect(recipients[0]?.notAbout).toEqual(["copy-of-ada@example.org", "ada@example.org", "copy-of-cy@example.org", "cy@example.org"]);
  });

  test.each([
    ["no recipients", deliveryStatus({ fields: [] }), "It doesn't say which recipients failed, or why."],
    [
      "no Message-ID",
      deliveryStatus({ original: null, fields: [["Final-Recipient: rfc822; ada@example.org", "Action: failed", "Status: 5.1.1"]] }),
      "It doesn't contain the Message-ID of the email.",
    ],
    [
      "an unknown format",
      textBounce(["From: postmaster@example.net"], ["Your letter came back.", "", `Message-ID: ${originalId}`]),
      "It doesn't say which recipients failed, or why.",
    ],
  ])("with %s says what it lacks", async (_, message, problem) => {
    expect(await readBounceMessage(message)).toMatchObject({ recipients: [], problem });
  });

  test("of a megabyte is read within seconds", async () => {
    const lines = Array.from({ length: 8000 }, (_, index) => `<a${index}@example.org>: ${"550 ".repeat(30)}`);
    for (const message of [
      textBounce(["From: MAILER-DAEMON@example.net"], lines),
      textBounce(["From: MAILER-DAEMON@example.net"], [" ".repeat(1_000_000)]),
      textBounce(["From: MAILER-DAEMON@example.net"], ["@".repeat(1_000_000)]),
      textBounce(["From: MAILER-DAEMON@example.net"], ["<a@example.org>:", ...Array.from({ length: 400_000 }, () => "a")]),
      textBounce(["From: MAILER-DAEMON@example.net", `References: <${"@".repeat(1_000_000)}`], [""]),
      textBounce(["From: MAILER-DAEMON@example.net", `References: ${"<a@b>".repeat(200_000)}`], ["-".repeat(1_000_000)]),
      deliveryStatus({ fields: [lines] }),
      deliveryStatus({ text: "5".repeat(900_000), fields: [["Final-Recipient: rfc822; a@b.org", "Action: failed", "Status: 5.0.0"]] }),
    ]) {
      const started = performance.now();
      await readBounceMessage(message);
      expect(performance.now() - started, message.subarray(0, 120).toString()).toBeLessThan(10_000);
    }
  });
});

describe("a feedback report", () => {
  const feedback = (type: string, original = `Message-ID: ${originalId}`) =>
    Buffer.from(
      [
        "From: complaints@example.net",
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        "This is an email abuse report.",
        "",
        "--b",
        "Content-Type: message/feedback-report",
        "",
        `Feedback-Type: ${type}`,
        "User-Agent: Example/1.0",
        "Version: 1",
        "",
        "--b",
        "Content-Type: message/rfc822",
        "",
        original,
        "",
        "--b--",
        "",
      ].join("\r\n"),
    );

  test.each([
    ["abuse", "complained"],
    ["Abuse", "complained"],
    ["fraud", "complained"],
    ["opt-out", "unsubscribed"],
  ])("of type %s means that the person %s", async (type, reason) => {
    expect((await readBounceMessage(feedback(type))).recipients).toMatchObject([{ reason, messageId: originalId }]);
  });

  test.each(["not-spam", "virus", "auth-failure", "other"])("of type %s is no complaint", async (type) => {
    expect(await readBounceMessage(feedback(type))).toMatchObject({ recipients: [] });
  });

  test("says if it doesn't contain the Message-ID", async () => {
    expect((await readBounceMessage(feedback("abuse", "Subject: Hello"))).problem).toBe("It doesn't contain the Message-ID of the email.");
  });
});
