import Link from "next/link";
import { Masthead } from "@/components/layout/masthead";
import { Notice } from "@/components/layout/notice";
import { routes } from "@/lib/routes";

export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <>
      <Masthead />
      <Notice title="Nothing here">
        <p>There is no page at this address. It may have moved, or the link is incomplete.</p>
        <p>
          <Link href={routes.start}>Go to the start page</Link>
        </p>
      </Notice>
    </>
  );
}
