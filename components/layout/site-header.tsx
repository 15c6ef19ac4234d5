import Link from "next/link";
import { routes } from "@/lib/routes";
import styles from "./layout.module.css";
import { SkipLink } from "./skip-link";

/** The bar above every page that is not staff's. */
export function SiteHeader() {
  return (
    <header className={styles.masthead}>
      <SkipLink />
      <Link href={routes.home} className={styles.name}>
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <path fill="currentColor" d="M4 28V14a12 12 0 0 1 24 0v14h-6V14a6 6 0 0 0-12 0v14z" />
          <circle fill="currentColor" cx="16" cy="20" r="3" />
        </svg>
        Gatehouse
      </Link>
      <nav aria-label="Site">
        <Link href={routes.overview}>Dashboard</Link>
      </nav>
    </header>
  );
}
