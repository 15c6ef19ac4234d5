import type { ReactNode } from "react";
import { Link, Text } from "react-email";
import {
  codeHint,
  type EmailTemplateContent,
  type EmailTemplateKind,
  emailReasons,
  isCodeEmail,
  unsubscribeLabel,
} from "@/contract/default-email-templates";
import { encodeVariables, fillVariables } from "@/contract/fill-variables";
import { EmailButton, EmailLayout, EmailLogo, mutedStyle } from "./layout";
import { buttonVariables, type VariableValues } from "./lead-email-data";
import type { EmailLogoProps } from "./logo";
import { Markdown } from "./markdown";

export type LeadEmailProps = {
  kind: EmailTemplateKind;
  text: EmailTemplateContent;
  /** A variable whose value is null is replaced by its fallback, or removed together with the spaces before it. */
  values: VariableValues;
  /** Null in previews and tests. */
  unsubscribeUrl: string | null;
  /** The project's accent color (`#rrggbb`). */
  accent: string;
  /** The color of the button, if it isn't the accent color. */
  buttonColor: string | null;
  logo: EmailLogoProps | null;
  /** The project's own footer, such as its postal address. */
  footer: string | null;
};

const codeStyle = {
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

/** An email to a lead: the logo, the template's text, the reason for the email, the project's footer and the unsubscribe link. */
export function LeadEmail({ kind, text, values, unsubscribeUrl, accent, buttonColor, logo, footer }: LeadEmailProps) {
  const hasCodeHint = isCodeEmail(kind);
  const renderOnly = (name: string, value: string): ReactNode | undefined => {
    if (name === "code")
      return (
        <Text className="code" style={codeStyle} translate="no">
          {value}
        </Text>
      );
    if (name !== "button") return undefined;
    const link = values[buttonVariables[kind]];
    return link === null ? null : (
      <EmailButton link={link} color={buttonColor ?? accent}>
        {fillVariables(text.button, values)}
      </EmailButton>
    );
  };
  return (
    <EmailLayout title={fillVariables(text.subject, values)}>
      {logo && <EmailLogo {...logo} />}
      <Markdown source={encodeVariables(text.body, values, ["button"])} renderOnly={renderOnly} />
      {hasCodeHint && (
        <Text className="muted" style={{ ...mutedStyle, margin: "32px 0 8px" }}>
          {codeHint}
        </Text>
      )}
      <Text className="muted" style={{ ...mutedStyle, margin: hasCodeHint ? mutedStyle.margin : "32px 0 8px" }}>
        {fillVariables(emailReasons[kind], values)}
      </Text>
      {footer !== null && <Markdown source={encodeVariables(footer, values)} look="muted" />}
      {unsubscribeUrl !== null && (
        <Text className="muted" style={mutedStyle}>
          <Link href={unsubscribeUrl} className="muted" style={{ color: mutedStyle.color, textDecoration: "underline" }}>
            {unsubscribeLabel}
          </Link>
        </Text>
      )}
    </EmailLayout>
  );
}
