import type { ReactNode } from "react";
import { Body, Button, Container, Head, Html, Text } from "react-email";
import { readableTextColor } from "@/lib/brand";

const font = "Geist, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/** The style of body text; use it with the class `text`, which dark mode overrides. */
export const textStyle = {
  fontFamily: font,
  fontSize: "16px",
  lineHeight: "24px",
  color: "#18181b",
  margin: "0 0 16px",
  overflowWrap: "anywhere",
  wordBreak: "break-word",
} as const;

/** The style of secondary text; use it with the class `muted`. */
export const mutedStyle = { ...textStyle, fontSize: "14px", lineHeight: "20px", color: "#52525b", margin: "0 0 8px" };

// Keeps email clients from inventing dark colors of their own.
const darkModeCss = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .background { background-color: #111113 !important; }
    .text { color: #ededef !important; }
    .muted { color: #a1a1aa !important; }
    .code { background-color: #1d1d20 !important; border-color: #3f3f46 !important; color: #ffffff !important; }
  }`;

/** The layout of every email: one column, with a light and a dark theme. */
export function EmailLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkModeCss}</style>
      </Head>
      <Body className="background" style={{ margin: 0, padding: "32px 16px" }}>
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>{children}</Container>
      </Body>
    </Html>
  );
}

/** "Hello Ada,", with the name isolated from the surrounding text direction. */
export const greeting = (name: string | null): ReactNode => (name === null ? "Hello," : ["Hello ", <bdi key="name">{name}</bdi>, ","]);

const buttonStyle = (accent: string) =>
  ({
    fontFamily: textStyle.fontFamily,
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    color: readableTextColor(accent),
    backgroundColor: accent,
    borderRadius: "8px",
    padding: "12px 20px",
    textDecoration: "none",
  }) as const;

/** The button of an email, in the project's accent color. */
export const EmailButton = ({ link, accent, children }: { link: string; accent: string; children: string }) => (
  <Text className="text" style={{ ...textStyle, margin: "24px 0" }}>
    <Button href={link} style={buttonStyle(accent)}>
      {children}
    </Button>
  </Text>
);
