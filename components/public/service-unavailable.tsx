import { errorMessage, unavailableTitle } from "./form-messages";
import { type Frame, PublicCard } from "./public-card";

/** Replaces a public page while the project can't be loaded. */
export const ServiceUnavailable = ({ frame }: { frame?: Frame | undefined }) => (
  <PublicCard project={{ name: "Gatehouse", logo: null }} frame={frame} title={unavailableTitle}>
    <p className="text-[15px] leading-6">{errorMessage({}, "unavailable")}</p>
  </PublicCard>
);
