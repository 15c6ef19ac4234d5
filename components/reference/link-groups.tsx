"use client";

import { useEffect } from "react";
import styles from "./reference.module.css";

type LinkGroup = { id: string; title: string; path: string; items: readonly { id: string; title: string; call?: string }[] };

/**
 * Links to calls and records, by the page that they are on. Each link has the ID that they had before they had pages of their own, so links
 * to this page from then find it, and are forwarded.
 */
export function LinkGroups({ groups }: { groups: readonly LinkGroup[] }) {
  useEffect(() => {
    const forward = () => {
      // Not `:target`, which browsers may set after this runs.
      const link = document.getElementById(window.location.hash.slice(1));
      if (link instanceof HTMLAnchorElement && link.closest(`.${styles.groups}`)) window.location.replace(link.href);
    };
    forward();
    window.addEventListener("hashchange", forward);
    return () => window.removeEventListener("hashchange", forward);
  }, []);
  return (
    <div className={styles.groups}>
      {groups.map(({ id: group, title, path, items }) => (
        <section key={group} aria-labelledby={group}>
          <h3>
            <a id={group} href={path}>
              {title}
            </a>
          </h3>
          <ul>
            {items.map(({ id, title, call }) => (
              <li key={id}>
                <a id={id} href={`${path}#${id}`}>
                  {title}
                </a>
                {call && (
                  <>
                    {" "}
                    <code translate="no">{call}</code>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
