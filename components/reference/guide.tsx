import { TextWithCode } from "@/components/ui/text-with-code";
import { guide } from "@/contract/guide";
import styles from "./reference.module.css";
import { ShellSetup } from "./shell-setup";

/** What holds for every endpoint. */
export function Guide({ version }: { version: string }) {
  return (
    <div className={styles.guide}>
      <h1>API reference</h1>
      <p className={styles.quiet}>
        Version {version}. For programs: the <a href="/api/openapi.json">OpenAPI document</a>.
      </p>
      <section id="begin" aria-labelledby="begin-title">
        <h2 id="begin-title">Begin</h2>
        <p>The examples read the address and your secret key from the shell, so that each can be copied as it stands.</p>
        <ShellSetup />
      </section>
      {guide.map(({ id, title, paragraphs }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <TextWithCode text={paragraph} />
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
