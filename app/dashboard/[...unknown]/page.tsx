import { notFound } from "next/navigation";

export const metadata = { title: "Page not found" };

/** Shows unknown dashboard URLs as "not found" inside the frame. */
export default function UnknownPage() {
  notFound();
}
