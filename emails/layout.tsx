import type { ReactNode } from "react";
import { Body, Button, Container, Head, Html, Img, Text } from "react-email";
import { readableTextColor } from "@/lib/brand";
import { type EmailLogoProps, logoSource } from "./logo";
import { layoutWidth, outlookEnd, outlookStart } from "./outlook-table";

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
    .logo-on-light { background-color: #ffffff !important; padding: 8px !important; border-radius: 8px !important; }
    .logo-on-dark { background-color: transparent !important; }
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
        {outlookStart}
        <Container style={{ maxWidth: `${layoutWidth}px`, margin: "0 auto" }}>{children}</Container>
        {outlookEnd}
      </Body>
    </Html>
  );
}

const logoBackgrounds = {
  light: { className: "logo-on-light", style: {} },
  dark: { className: "logo-on-dark", style: { padding: "8px", borderRadius: "8px", backgroundColor: "#18181b" } },
} as const;

/** The project's logo above the text. */
export function EmailLogo({ alt, width, height, background }: EmailLogoProps) {
  const { className, style } = background === null ? { className: undefined, style: {} } : logoBackgrounds[background];
  return <Img src={logoSource} alt={alt} width={width} height={height} className={className} style={{ ...style, margin: "0 0 24px" }} />;
}

/** "Hello Ada,", with the name isolated from the surrounding text direction. */
export const greeting = (name: string | null): ReactNode => (name === null ? "Hello," : ["Hello ", <bdi key="name">{name}</bdi>, ","]);

const buttonStyle = (color: string) =>
  ({
    fontFamily: textStyle.fontFamily,
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    color: readableTextColor(color),
    backgroundColor: color,
    borderRadius: "8px",
    padding: "12px 20px",
    textDecoration: "none",
  }) as const;

/** The button of an email, in a color (`#rrggbb`) of the project. */
export const EmailButton = ({ link, color, children }: { link: string; color: string; children: string }) => (
  <Text className="text" style={{ ...textStyle, margin: "24px 0" }}>
    <Button href={link} style={buttonStyle(color)}>
      {children}
    </Button>
  </Text>
);
