"use client";

import { useEffect, useState } from "react";

/**
 * Tells screen readers the title of a page that opens. Next's own announcer, which this replaces, reads the title with the first part of the
 * page, when pages named after their code or lead have none yet, and then says nothing.
 */
export function PageAnnouncer() {
  const [title, setTitle] = useState("");
  useEffect(() => {
    let last = document.title;
    const announce = () => {
      // React removes a title before it adds the next one.
      if (document.title === "" || document.title === last) return;
      last = document.title;
      document.querySelector("next-route-announcer")?.remove();
      setTitle(last);
    };
    const observer = new MutationObserver(announce);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  );
}
