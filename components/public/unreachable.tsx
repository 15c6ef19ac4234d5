import { AuthCard } from "@/components/layout/auth-card";
import { sentenceOf, unreachableTitle } from "./form-messages";

/** What a page for customers says while it cannot know whose it is. */
export const Unreachable = () => (
  <AuthCard project={{ name: "Gatehouse", logo: null }} title={unreachableTitle}>
    <p className="text-[15px] leading-6">{sentenceOf({}, "unavailable")}</p>
  </AuthCard>
);
