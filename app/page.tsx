import Link from "next/link";
import { Masthead } from "@/components/layout/masthead";
import { curlOf } from "@/components/reference/curl";
import { Shell } from "@/components/reference/shell";
import { Snippet } from "@/components/ui/snippet";
import { generateCodes } from "@/contract/codes";
import { createLead } from "@/contract/leads";
import { sendCode } from "@/contract/sends";
import styles from "./page.module.css";

export default function Start() {
  return (
    <>
      <Masthead />
      <main id="content" tabIndex={-1} className={styles.start}>
        <h1>Access codes, and the leads that receive them</h1>
        <p className={styles.lead}>
          Gatehouse makes codes, keeps the people who wait for them, sends each a code by e-mail, and lets a code be claimed exactly as
          often as it allows. It runs on your own machine and is spoken to over HTTP.
        </p>
        <Link href="/docs" className="button">
          Read the API reference
        </Link>

        <h2>Begin</h2>
        <p>The secret key was printed in the terminal when Gatehouse first started.</p>
        <ol className={styles.steps}>
          <li>
            <Shell />
          </li>
          <li>
            <Snippet label="Generate a code" text={curlOf(generateCodes, { amount: 1 })} copy />
          </li>
          <li>
            <Snippet label="Create a lead" text={curlOf(createLead, { email: "ada@example.org" })} copy />
          </li>
          <li>
            <Snippet
              label="Send the lead the code, in the place of this one"
              text={curlOf(sendCode, { code: "curious-pineapple", emails: ["ada@example.org"] })}
              copy
            />
          </li>
        </ol>
        <p>
          Programs read the <a href="/api/openapi.json">OpenAPI document</a>.
        </p>
      </main>
    </>
  );
}
