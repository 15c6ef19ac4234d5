import { notFound } from "next/navigation";

export const metadata = { title: "Nothing here" };

/** Addresses below the dashboard that lead nowhere say so inside its frame. */
export default function Unknown() {
  notFound();
}
