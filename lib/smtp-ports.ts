/** The usual SMTP port for each encryption. */
export const defaultSmtpPorts: Readonly<Record<"starttls" | "tls" | "none", number>> = { starttls: 587, tls: 465, none: 25 };
