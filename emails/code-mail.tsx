import { Body, Container, Head, Html, Text } from "react-email";

export type CodeMailProps = {
  projectName: string;
  /** Null for a lead without a name. */
  firstname: string | null;
  code: string;
  /** For whom and when it works, in sentences. */
  terms: string;
};

const font = "Geist, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const words = {
  fontFamily: font,
  fontSize: "16px",
  lineHeight: "24px",
  color: "#18181b",
  margin: "0 0 16px",
  overflowWrap: "anywhere",
  wordBreak: "break-word",
} as const;
const quiet = { ...words, fontSize: "14px", lineHeight: "20px", color: "#52525b", margin: "0 0 8px" };
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

// Mail programs that turn a light design dark by themselves get one made for it instead.
const darkMode = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background-color: #111113 !important; }
    .words { color: #ededef !important; }
    .quiet { color: #a1a1aa !important; }
    .code { background-color: #1d1d20 !important; border-color: #3f3f46 !important; color: #ffffff !important; }
  }`;

/** The message that brings a lead their code: the code large and alone, what to do with it, and for whom and when it works. */
export function CodeMail({ projectName, firstname, code, terms }: CodeMailProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{`Your code for ${projectName}`}</title>
        <style>{darkMode}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, padding: "32px 16px" }}>
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>
          <Text className="words" style={words}>
            {/* A name that is written from right to left keeps to itself. */}
            {firstname === null ? "Hello," : ["Hello ", <bdi key="name">{firstname}</bdi>, ","]}
          </Text>
          <Text className="words" style={words}>{`Here is your code for ${projectName}:`}</Text>
          <Text className="code" style={large}>
            {code}
          </Text>
          <Text className="words" style={words}>{`To claim it, enter it where ${projectName} asks for your code. ${terms}`}</Text>
          <Text className="quiet" style={{ ...quiet, margin: "32px 0 8px" }}>
            Capital letters, spaces and hyphens in the code make no difference.
          </Text>
          <Text className="quiet" style={quiet}>
            {`You get this message because your address is on the list of ${projectName}. If you did not expect it, there is nothing you need to do.`}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

CodeMail.PreviewProps = {
  projectName: "Gatehouse",
  firstname: "Ada",
  code: "curious-pineapple",
  terms: "It works once. Claim it before 1 January 2027 at 00:00 UTC.",
} satisfies CodeMailProps;

export default CodeMail;
