import { controlCharacters, invalidTexts, nonTextValues } from "./text-values";

const server = { host: "smtp.example.org", port: 587, security: "starttls", user: "ada", password: "open sesame" };
const serversWith = (name: string, values: readonly unknown[]) => values.map((value) => ({ ...server, [name]: value }));

/** Invalid values for fields of the email delivery settings, by kind. */
export const invalidEmailDeliveryValues = {
  sender: [
    ...invalidTexts.filter((value) => value !== null),
    "",
    "Ada",
    "<>",
    "Ada <ada>",
    "ada@localhost",
    "Ada <ada@example.org>, Bob <bob@example.org>",
    "ada@example.org,bob@example.org",
    "Ada <ada@example.org>\r\nBcc: eve@example.org",
    "Ada\r\nBcc: eve@example.org <ada@example.org>",
    "A\u202eda <ada@example.org>",
    'A" <eve@example.org> "da <ada@example.org>',
    "Ada <ada@example.org> <eve@example.org>",
    `${"x".repeat(400)} <ada@example.org>`,
  ],
  expectedEmailDelivery: [
    ...[null, 0, true, "", "sender", []],
    ...[{ surprise: 1 }, { sender: 1 }, { replyTo: false }, { server: { ...server } }, { server: { host: "smtp.example.org" } }],
    ...[
      { emailsPerHour: 0.5 },
      { emailsPerSecond: "10" },
      { webhooks: null },
      { webhooks: { postmark: "secret" } },
      { webhooks: { ses: true } },
    ],
  ],
  emailServer: [
    ...invalidTexts.filter((value) => value !== null),
    "",
    {},
    { host: "smtp.example.org" },
    { ...server, surprise: 1 },
    { ...server, user: undefined },
    { ...server, user: null },
    ...serversWith("host", [
      ...invalidTexts,
      "",
      " ",
      "smtp://smtp.example.org",
      "smtp.example.org:587",
      "ada@smtp.example.org",
      "smtp.example.org/",
      "smtp..example.org",
      "-smtp.example.org",
      "1",
      "127.1",
      "0x7f.0.0.256",
      "2130706433",
      "[::1",
      "smtp example.org",
      "smtp.example.org\r\nQUIT",
      "../../etc/passwd",
      `${"a".repeat(64)}.org`,
      "a.".repeat(130),
    ]),
    ...serversWith("port", [null, "587", 0, -1, 65_536, 1.5, 1e9, [], {}, true]),
    ...serversWith("security", [null, "", "TLS", "ssl", "__proto__", 1, []]),
    ...serversWith("user", [
      ...nonTextValues.filter((value) => value !== null),
      ...controlCharacters.filter((value) => !/^[\n\r]*$/.test(value)).map((value) => `a${value}b`),
      "x".repeat(321),
    ]),
    ...serversWith("password", [...nonTextValues, "", "a\nb", "a\0b", "\ud800", "x".repeat(1001)]),
  ],
} satisfies Record<string, unknown[]>;
