import { Text } from "react-email";
import { MailButton } from "./button";
import { Frame, greeting, quiet, words } from "./frame";

export type CodeMailProps = {
  projectName: string;
  /** Null for a lead without a name. */
  firstname: string | null;
  code: string;
  /** For whom and when it works, in sentences. */
  terms: string;
  /** The claim page, with the code filled in. */
  link: string;
  /** The project's colour. */
  accent: string;
};

const large = {
  fontFamily: "'Geist Mono', ui-monospace, Menlo, Consolas, monospace",
  fontSize: "26px",
  lineHeight: "34px",
  fontWeight: 600,
  color: "#18181b",
  backgroundColor: "#f4f4f5",
  border: "1px solid #e4e4e7",
  borderRadius: "8px",
  margin: "24px 0",
  padding: "20px 12px",
  textAlign: "center",
  overflowWrap: "anywhere",
  wordBreak: "break-word",
} as const;

/** The message that brings a lead their code: the code large and alone, what to do with it, and for whom and when it works. */
export function CodeMail({ projectName, firstname, code, terms, link, accent }: CodeMailProps) {
  return (
    <Frame title={`Your code for ${projectName}`}>
      <Text className="words" style={words}>
        {greeting(firstname)}
      </Text>
      <Text className="words" style={words}>{`Here is your code for ${projectName}:`}</Text>
      <Text className="code" style={large}>
        {code}
      </Text>
      <MailButton link={link} accent={accent}>
        Claim it
      </MailButton>
      <Text className="words" style={words}>{`Or enter it where ${projectName} asks for your code. ${terms}`}</Text>
      <Text className="quiet" style={{ ...quiet, margin: "32px 0 8px" }}>
        Capital letters, spaces and hyphens in the code make no difference.
      </Text>
      <Text className="quiet" style={quiet}>
        {`You get this message because your address is on the list of ${projectName}. If you did not expect it, there is nothing you need to do.`}
      </Text>
    </Frame>
  );
}

CodeMail.PreviewProps = {
  projectName: "Gatehouse",
  firstname: "Ada",
  code: "curious-pineapple",
  link: "http://localhost:3000/claim?code=curious-pineapple",
  accent: "#2563eb",
  terms: "It works once, for whoever claims it first. It can be claimed through 31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC).",
} satisfies CodeMailProps;

export default CodeMail;
