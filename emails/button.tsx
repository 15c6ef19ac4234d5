import { Button, Text } from "react-email";
import { readableTextColor } from "@/lib/brand";
import { textStyle } from "./layout";

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
