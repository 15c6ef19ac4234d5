/** The port of a mail server as a rule, by how the way to it is encrypted. */
export const usualPorts: Readonly<Record<"starttls" | "tls" | "none", number>> = { starttls: 587, tls: 465, none: 25 };
