import { sentenceOf, unreachableTitle } from "./form-messages";
import { type Frame, PublicCard } from "./public-card";

/** What a page for customers says while it cannot know whose it is. */
export const Unreachable = ({ frame }: { frame?: Frame | undefined }) => (
  <PublicCard project={{ name: "Gatehouse", logo: null }} frame={frame} title={unreachableTitle}>
    <p className="text-[15px] leading-6">{sentenceOf({}, "unavailable")}</p>
  </PublicCard>
);
