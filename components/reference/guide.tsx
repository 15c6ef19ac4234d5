import { TextWithCode } from "@/components/ui/text-with-code";
import { guide } from "@/contract/guide";
import styles from "./reference.module.css";
import { ShellSetup } from "./shell-setup";

/** The introduction: setup and the rules that apply to all endpoints. */
export function Guide({ version }: { version: string }) {
  return (
    <div className={styles.guide}>
      <h1>API reference</h1>
      <p className={styles.quiet}>
        Version {version}. Also available as an <a href="/api/openapi.json">OpenAPI document</a>.
      </p>
      <section id="get-started" aria-labelledby="get-started-title">
        <h2 id="get-started-title">Get started</h2>
        <p>Set these variables in your shell. The examples use them, so you can paste each one as is.</p>
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
