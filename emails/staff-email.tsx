import { Text } from "react-email";
import { MailButton } from "./button";
import { Frame, greeting, quiet, words } from "./frame";

export type StaffMailProps = {
  title: string;
  /** Null for somebody who is not of the staff yet. */
  name: string | null;
  /** What happened, and what the button is for. */
  lines: readonly string[];
  button: { label: string; link: string };
  /** How long the link works, where it does not always. */
  lasts: string | null;
  /** What follows from doing nothing. */
  ignoring: string;
  /** The project's colour. */
  accent: string;
};

/** A message to somebody of the staff: what happened, one button, and what follows from doing nothing. */
export function StaffMail({ title, name, lines, button: { label, link }, lasts, ignoring, accent }: StaffMailProps) {
  return (
    <Frame title={title}>
      <Text className="words" style={words}>
        {greeting(name)}
      </Text>
      {lines.map((line) => (
        <Text key={line} className="words" style={words}>
          {line}
        </Text>
      ))}
      <MailButton link={link} accent={accent}>
        {label}
      </MailButton>
      {lasts !== null && (
        <Text className="words" style={words}>
          {lasts}
        </Text>
      )}
      <Text className="quiet" style={{ ...quiet, margin: "32px 0 8px" }}>
        {ignoring}
      </Text>
    </Frame>
  );
}

StaffMail.PreviewProps = {
  title: "Choose a new password for Gatehouse",
  name: "Grace Hopper",
  lines: ["Somebody asked for a new password for your account at Gatehouse. If it was you, choose one here:"],
  button: { label: "Choose a new password", link: "http://localhost:3000/reset?token=0" },
  lasts: "The link works once, for 30 minutes.",
  ignoring: "If you did not ask for it, there is nothing you need to do: your password stays as it is.",
  accent: "#2563eb",
} satisfies StaffMailProps;

export default StaffMail;
