import { Body, Container, Head, Html, Preview, Section, Text } from "react-email";

export type CodeMailProps = {
  projectName: string;
  firstname: string;
  code: string;
  /** How many customers may claim it. */
  allowedClaims: number;
  /** Sentences about when it can be claimed, ready to read. */
  validity: string;
};

const words = { fontFamily: "Geist, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif", fontSize: "16px", lineHeight: "24px" };
const mono = { fontFamily: "'Geist Mono', ui-monospace, Menlo, Consolas, monospace", fontSize: "28px", lineHeight: "36px", letterSpacing: "0.02em" };

// Mail programs that turn the light design dark by themselves get one made for it instead.
const darkMode = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background-color: #111113 !important; }
    .words { color: #ededef !important; }
    .quiet { color: #a0a0a8 !important; }
    .code { background-color: #1d1d20 !important; border-color: #3a3a40 !important; color: #ffffff !important; }
  }`;

/** The message that brings a lead their code: the code large and alone, and the same words in the text part. */
export function CodeMail({ projectName, firstname, code, allowedClaims, validity }: CodeMailProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkMode}</style>
      </Head>
      <Preview>{`Your code for ${projectName}: ${code}`}</Preview>
      <Body className="ground" style={{ ...words, backgroundColor: "#ffffff", margin: 0, padding: "32px 16px" }}>
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>
          <Text className="words" style={{ ...words, color: "#18181b", margin: "0 0 16px" }}>{`Hello${firstname},`}</Text>
          <Text className="words" style={{ ...words, color: "#18181b", margin: "0 0 24px" }}>{`Here is your code for ${projectName}:`}</Text>
          <Section>
            <Text
              className="code"
              style={{
                ...mono,
                color: "#18181b",
                backgroundColor: "#f4f4f5",
                border: "1px solid #e4e4e7",
                borderRadius: "8px",
                margin: "0 0 24px",
                padding: "20px 16px",
                textAlign: "center",
              }}
            >
              {code}
            </Text>
          </Section>
          <Text className="words" style={{ ...words, color: "#18181b", margin: "0 0 16px" }}>
            {`${allowedClaims === 1 ? "It works once." : `It works ${allowedClaims.toLocaleString("en")} times, first come, first served.`}${validity}`}
          </Text>
          <Text className="quiet" style={{ ...words, fontSize: "14px", lineHeight: "20px", color: "#71717a", margin: "24px 0 0" }}>
            {`Letter case, spaces and hyphens do not matter. You get this message because your address is on the list of ${projectName}.`}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

CodeMail.PreviewProps = {
  projectName: "Gatehouse",
  firstname: " Ada",
  code: "curious-pineapple",
  allowedClaims: 1,
  validity: " Claim it by 31 December 2026, 23:59 UTC.",
} satisfies CodeMailProps;

export default CodeMail;
