import { Fragment, type ReactNode } from "react";
import { Link, Text } from "react-email";
import {
  codeHint,
  defaultEmailTemplates,
  type EmailTemplateContent,
  type EmailTemplateKind,
  emailReasons,
  isCodeEmail,
  isOnlyVariable,
  splitParagraphs,
  unsubscribeLabel,
  variablePattern,
} from "@/contract/default-email-templates";
import { EmailButton, EmailLayout, mutedStyle, textStyle } from "./layout";
import { buttonVariables, type VariableValues } from "./lead-email-data";

export type LeadEmailProps = {
  kind: EmailTemplateKind;
  text: EmailTemplateContent;
  /** A variable whose value is null is removed together with the whitespace before it. */
  values: VariableValues;
  /** Null in previews and tests. */
  unsubscribeUrl: string | null;
  /** The project's accent color (`#rrggbb`). */
  accent: string;
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

const variableValue = (values: VariableValues, name: string): string | null | undefined =>
  Object.hasOwn(values, name) ? values[name as keyof VariableValues] : undefined;

/** Replaces the variables in a text. Unknown variables stay as they are. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replace(variablePattern, (match, space: string, name: string) => {
    const value = variableValue(values, name);
    return value === undefined ? match : value === null ? "" : space + value;
  });

/** Renders a value: names are isolated from the surrounding text direction, and URLs become links. */
function renderValue(name: string, value: string): ReactNode {
  if (name === "firstname" || name === "lastname") return <bdi>{value}</bdi>;
  if (name.endsWith("Url"))
    return (
      <Link href={value} className="text" style={{ color: textStyle.color, textDecoration: "underline" }}>
        {value}
      </Link>
    );
  return value;
}

/** Splits a paragraph into text, variable values and line breaks. */
function paragraphPieces(paragraph: string, values: VariableValues): ReactNode[] {
  const pieces: ReactNode[] = [];
  let lastIndex = 0;
  for (const { 0: match, 1: space = "", 2: name = "", index } of paragraph.matchAll(variablePattern)) {
    const value = variableValue(values, name);
    if (value === undefined) continue;
    pieces.push(paragraph.slice(lastIndex, index), ...(value === null ? [] : [space, renderValue(name, value)]));
    lastIndex = index + match.length;
  }
  return [...pieces, paragraph.slice(lastIndex)].flatMap(splitLines).filter((piece) => piece !== "");
}

const splitLines = (piece: ReactNode): ReactNode[] => (typeof piece === "string" ? piece.split(/(\n)/) : [piece]);

function Paragraph({ paragraph, ...props }: LeadEmailProps & { paragraph: string }) {
  const { kind, text, values, accent } = props;
  if (isOnlyVariable(paragraph, "button")) {
    const link = values[buttonVariables[kind]];
    return link === null ? null : (
      <EmailButton link={link} accent={accent}>
        {fillVariables(text.button, values)}
      </EmailButton>
    );
  }
  if (isOnlyVariable(paragraph, "code") && values.code !== null)
    return (
      <Text className="code" style={codeStyle}>
        {values.code}
      </Text>
    );
  const pieces = paragraphPieces(paragraph, values);
  if (pieces.every((piece) => typeof piece === "string" && piece.trim() === "")) return null;
  return (
    <Text className="text" style={textStyle}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no ids and are rendered once.
        <Fragment key={index}>{piece === "\n" ? <br /> : piece}</Fragment>
      ))}
    </Text>
  );
}

/** An email to a lead: the template's text, the reason for the email and the unsubscribe link. */
export function LeadEmail(props: LeadEmailProps) {
  const { kind, text, values, unsubscribeUrl } = props;
  const hasCodeHint = isCodeEmail(kind);
  return (
    <EmailLayout title={fillVariables(text.subject, values)}>
      {splitParagraphs(text.body).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs have no ids and are rendered once.
        <Paragraph key={index} {...props} paragraph={paragraph} />
      ))}
      {hasCodeHint && (
        <Text className="muted" style={{ ...mutedStyle, margin: "32px 0 8px" }}>
          {codeHint}
        </Text>
      )}
      <Text className="muted" style={{ ...mutedStyle, margin: hasCodeHint ? mutedStyle.margin : "32px 0 8px" }}>
        {fillVariables(emailReasons[kind], values)}
      </Text>
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

LeadEmail.PreviewProps = {
  kind: "code",
  text: defaultEmailTemplates.code,
  values: {
    firstname: "Ada",
    lastname: "Lovelace",
    email: "ada@example.org",
    project: "Gatehouse",
    code: "curious-pineapple",
    claimUrl: "http://localhost:3000/claim?code=curious-pineapple",
    validFrom: null,
    validUntil: "31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC)",
    terms: "It can be claimed once, by the first person to use it. You can claim it through 31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC).",
    position: null,
    waiting: null,
    positionUrl: null,
    referralUrl: null,
    referralText: null,
    confirmUrl: null,
    redirectUrl: null,
  },
  unsubscribeUrl: "http://localhost:3000/unsubscribe?token=0",
  accent: "#2563eb",
} satisfies LeadEmailProps;

export default LeadEmail;
