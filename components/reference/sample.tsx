"use client";

import Link from "next/link";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { Snippet } from "@/components/ui/snippet";
import { type Language, languageCookie, languageParameter, languages } from "./languages";
import styles from "./reference.module.css";

const subscribeToNothing = () => () => {};

/** The origin of this page. A proxy can hide it from the server. */
const useOrigin = (serverOrigin: string): string =>
  useSyncExternalStore(
    subscribeToNothing,
    () => window.location.origin,
    () => serverOrigin,
  );

/** The variables of the shell that the samples use. */
export function Setup({ text, origin: serverOrigin }: { text: string; origin: string }) {
  const origin = useOrigin(serverOrigin);
  return <Snippet label="Setup" text={text.replaceAll(serverOrigin, origin)} copy />;
}

type SampleProps = { operation: string; text: string; language: Language; origin: string };

/** A request in one language, with links to it in the others. */
export function Sample({ operation, text, language, origin: serverOrigin }: SampleProps) {
  const origin = useOrigin(serverOrigin);
  return (
    <Snippet
      label={`${languages[language]} request`}
      caption={<LanguageLinks operation={operation} current={language} />}
      text={text.replaceAll(serverOrigin, origin)}
      copy
    />
  );
}

/** Changes the language of all samples. Without JavaScript, the links of the page keep it. */
function LanguageLinks({ operation, current }: { operation: string; current: Language }) {
  const clicked = useRef<{ link: Element; top: number }>(null);
  // Safari doesn't keep the position when samples above get longer.
  useLayoutEffect(() => {
    if (!clicked.current) return;
    const { link, top } = clicked.current;
    window.scrollBy(0, link.getBoundingClientRect().top - top);
    clicked.current = null;
  });
  return (
    <span className={styles.languages}>
      {(Object.keys(languages) as Language[]).map((language) => (
        <Link
          key={language}
          href={`?${languageParameter}=${language}#${operation}`}
          replace
          scroll={false}
          prefetch={false}
          translate="no"
          aria-current={language === current ? "true" : undefined}
          onClick={({ currentTarget: link }) => {
            clicked.current = { link, top: link.getBoundingClientRect().top };
            rememberLanguage(language);
          }}
        >
          {languages[language]}
        </Link>
      ))}
    </span>
  );
}

const yearInSeconds = 365 * 24 * 3600;

function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  document.cookie = `${languageCookie}=${language}; Path=/docs; Max-Age=${yearInSeconds}; SameSite=Lax`;
}
