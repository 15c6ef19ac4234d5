import Link from "next/link";
import { Masthead } from "@/components/layout/masthead";
import { Notice } from "@/components/layout/notice";

export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <>
      <Masthead />
      <Notice title="Nothing here">
        <p>There is no page at this address. It may have moved, or the link is incomplete.</p>
        <p>
          <Link href="/">Go to the start page</Link>
        </p>
      </Notice>
    </>
  );
}
