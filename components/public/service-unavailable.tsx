import { unavailableMessages as messages } from "./form-messages";
import { type EmbedFrame, PublicCard } from "./public-card";

/** Replaces a public page while the project can't be loaded. */
export const ServiceUnavailable = ({ frame }: { frame?: EmbedFrame | undefined }) => (
  <PublicCard project={{ name: "Gatehouse", logo: null }} frame={frame} title={messages.title}>
    <p className="text-[15px] leading-6">{messages.text}</p>
  </PublicCard>
);
