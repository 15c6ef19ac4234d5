import { Button, Text } from "react-email";
import { readableOn } from "@/lib/brand";
import { words } from "./frame";

const look = (accent: string) =>
  ({
    fontFamily: words.fontFamily,
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    color: readableOn(accent),
    backgroundColor: accent,
    borderRadius: "8px",
    padding: "12px 20px",
    textDecoration: "none",
  }) as const;

/** The one button of a mail, in the project's colour. */
export const MailButton = ({ link, accent, children }: { link: string; accent: string; children: string }) => (
  <Text className="words" style={{ ...words, margin: "24px 0" }}>
    <Button href={link} style={look(accent)}>
      {children}
    </Button>
  </Text>
);
