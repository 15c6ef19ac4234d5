import type { ReactNode } from "react";
import { Body, Container, Head, Html } from "react-email";

const font = "Geist, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/** How a mail's sentences look; with the class `words`. */
export const words = {
  fontFamily: font,
  fontSize: "16px",
  lineHeight: "24px",
  color: "#18181b",
  margin: "0 0 16px",
  overflowWrap: "anywhere",
  wordBreak: "break-word",
} as const;

/** How what need not be read looks; with the class `quiet`. */
export const quiet = { ...words, fontSize: "14px", lineHeight: "20px", color: "#52525b", margin: "0 0 8px" };

// Mail programs that turn a light design dark by themselves get one made for it instead.
const darkMode = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background-color: #111113 !important; }
    .words { color: #ededef !important; }
    .quiet { color: #a1a1aa !important; }
    .code { background-color: #1d1d20 !important; border-color: #3f3f46 !important; color: #ffffff !important; }
  }`;

/** What every mail stands in: one column, light or dark. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkMode}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, padding: "32px 16px" }}>
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>{children}</Container>
      </Body>
    </Html>
  );
}

/** "Hello Ada,"; a name that is written from right to left keeps to itself. */
export const greeting = (name: string | null): ReactNode => (name === null ? "Hello," : ["Hello ", <bdi key="name">{name}</bdi>, ","]);
