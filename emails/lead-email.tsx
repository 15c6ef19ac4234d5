import { Fragment, type ReactNode } from "react";
import { Link, Text } from "react-email";
import {
  codeHint,
  isAlone,
  type MailKind,
  type MailText,
  mailReasons,
  mailTexts,
  paragraphsOf,
  unsubscribeWords,
  variablePattern,
} from "@/contract/mail-texts";
import { MailButton } from "./button";
import { Frame, quiet, words } from "./frame";
import { buttonOf, type Values } from "./letter";

export type LeadMailProps = {
  kind: MailKind;
  text: MailText;
  /** What the variables say; one that says nothing is left out with the space before it. */
  values: Values;
  /** What leads to no more mail; null where it is nobody's mail. */
  unsubscribeUrl: string | null;
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

const saidOf = (values: Values, name: string): string | null | undefined =>
  Object.hasOwn(values, name) ? values[name as keyof Values] : undefined;

/** A text with what its variables say; what is no variable stays as it was typed. */
export const filledIn = (text: string, values: Values): string =>
  text.replace(variablePattern, (typed, space: string, name: string) => {
    const value = saidOf(values, name);
    return value === undefined ? typed : value === null ? "" : space + value;
  });

/** A name keeps to itself where it is written from right to left; an address can be followed. */
function shown(name: string, value: string): ReactNode {
  if (name === "firstname" || name === "lastname") return <bdi>{value}</bdi>;
  if (name.endsWith("Url"))
    return (
      <Link href={value} className="words" style={{ color: words.color, textDecoration: "underline" }}>
        {value}
      </Link>
    );
  return value;
}

/** The pieces of a paragraph: words, what variables say, and line breaks. */
function piecesOf(paragraph: string, values: Values): ReactNode[] {
  const pieces: ReactNode[] = [];
  let read = 0;
  for (const { 0: typed, 1: space = "", 2: name = "", index } of paragraph.matchAll(variablePattern)) {
    const value = saidOf(values, name);
    if (value === undefined) continue;
    pieces.push(paragraph.slice(read, index), ...(value === null ? [] : [space, shown(name, value)]));
    read = index + typed.length;
  }
  return [...pieces, paragraph.slice(read)].flatMap(broken).filter((piece) => piece !== "");
}

const broken = (piece: ReactNode): ReactNode[] => (typeof piece === "string" ? piece.split(/(\n)/) : [piece]);

function Paragraph({ paragraph, ...mail }: LeadMailProps & { paragraph: string }) {
  const { kind, text, values, accent } = mail;
  if (isAlone(paragraph, "button")) {
    const link = values[buttonOf[kind]];
    return link === null ? null : (
      <MailButton link={link} accent={accent}>
        {filledIn(text.button, values)}
      </MailButton>
    );
  }
  if (isAlone(paragraph, "code") && values.code !== null)
    return (
      <Text className="code" style={large}>
        {values.code}
      </Text>
    );
  const pieces = piecesOf(paragraph, values);
  if (pieces.every((piece) => typeof piece === "string" && piece.trim() === "")) return null;
  return (
    <Text className="words" style={words}>
      {pieces.map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name, and are rendered once.
        <Fragment key={place}>{piece === "\n" ? <br /> : piece}</Fragment>
      ))}
    </Text>
  );
}

/** A message to a lead: the words of its kind, why it came, and how to get no more. */
export function LeadMail(mail: LeadMailProps) {
  const { kind, text, values, unsubscribeUrl } = mail;
  return (
    <Frame title={filledIn(text.subject, values)}>
      {paragraphsOf(text.body).map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name, and are rendered once.
        <Paragraph key={place} {...mail} paragraph={paragraph} />
      ))}
      {(kind === "code" || kind === "invitation") && (
        <Text className="quiet" style={{ ...quiet, margin: "32px 0 8px" }}>
          {codeHint}
        </Text>
      )}
      <Text className="quiet" style={{ ...quiet, margin: kind === "code" || kind === "invitation" ? quiet.margin : "32px 0 8px" }}>
        {filledIn(mailReasons[kind], values)}
      </Text>
      {unsubscribeUrl !== null && (
        <Text className="quiet" style={quiet}>
          <Link href={unsubscribeUrl} className="quiet" style={{ color: quiet.color, textDecoration: "underline" }}>
            {unsubscribeWords}
          </Link>
        </Text>
      )}
    </Frame>
  );
}

LeadMail.PreviewProps = {
  kind: "code",
  text: mailTexts.code,
  values: {
    firstname: "Ada",
    lastname: "Lovelace",
    email: "ada@example.org",
    project: "Gatehouse",
    code: "curious-pineapple",
    claimUrl: "http://localhost:3000/claim?code=curious-pineapple",
    validFrom: null,
    validUntil: "31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC)",
    terms: "It works once, for whoever claims it first. It can be claimed through 31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC).",
    place: null,
    waiting: null,
    placeUrl: null,
    referralUrl: null,
    friends: null,
    confirmUrl: null,
    claimedUrl: null,
  },
  unsubscribeUrl: "http://localhost:3000/unsubscribe?t=0",
  accent: "#2563eb",
} satisfies LeadMailProps;

export default LeadMail;
