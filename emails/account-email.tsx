import { Text } from "react-email";
import { EmailButton, EmailLayout, greeting, mutedStyle, textStyle } from "./layout";

export type AccountEmailProps = {
  title: string;
  /** Null unless the recipient is a staff member. */
  name: string | null;
  paragraphs: readonly string[];
  button: { label: string; link: string };
  /** Null if the link does not expire. */
  linkExpiry: string | null;
  /** What happens if the recipient does nothing. */
  footer: string;
  /** The project's accent color (`#rrggbb`). */
  accent: string;
};

/** An account email: what happened, one button, and what happens if they do nothing. */
export function AccountEmail({ title, name, paragraphs, button: { label, link }, linkExpiry, footer, accent }: AccountEmailProps) {
  return (
    <EmailLayout title={title}>
      <Text className="text" style={textStyle}>
        {greeting(name)}
      </Text>
      {paragraphs.map((paragraph) => (
        <Text key={paragraph} className="text" style={textStyle}>
          {paragraph}
        </Text>
      ))}
      <EmailButton link={link} color={accent}>
        {label}
      </EmailButton>
      {linkExpiry !== null && (
        <Text className="text" style={textStyle}>
          {linkExpiry}
        </Text>
      )}
      <Text className="muted" style={{ ...mutedStyle, margin: "32px 0 8px" }}>
        {footer}
      </Text>
    </EmailLayout>
  );
}
