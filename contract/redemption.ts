import * as z from "zod";
import { multilineText, WebUrl } from "./fields";

/** Where the codes of a batch are redeemed if that isn't here, such as in a store. Both are null if customers claim them here. */
export type Redemption = { redemptionUrl: string | null; redemptionInstructions: string | null };

/** A link has this in place of the code. */
const codePlaceholder = "{code}";

/** The link to redeem a code: that of its batch, with the code filled in and percent-encoded. */
export const fillRedemptionUrl = (url: string, code: string): string => url.replaceAll(codePlaceholder, encodeURIComponent(code));

/** Whether codes are redeemed elsewhere, and not claimed here. */
export const isRedeemedElsewhere = ({ redemptionUrl, redemptionInstructions }: Redemption): boolean =>
  redemptionUrl !== null || redemptionInstructions !== null;

/** The fields that say where codes are redeemed, as staff set them. */
export const redemptionFields = {
  redemptionUrl: WebUrl.refine(
    (url) => !URL.parse(url)?.hostname.includes("{"),
    `must have ${codePlaceholder} in the path or the query, not in the domain`,
  )
    .nullable()
    .optional()
    .meta({
      description: `The link to redeem the codes, if that is in a store or another product. \`${codePlaceholder}\` is replaced by the code. The emails, QR codes and cards of the codes lead there, and customers can't claim the codes here. \`null\` removes it.`,
      example: "https://store.example/redeem?code={code}",
    }),
  redemptionInstructions: multilineText(1000)
    .transform((text) => text.trim() || null)
    .nullable()
    .optional()
    .meta({
      description:
        "How to redeem the codes, if that is in a store or another product. It's in their emails and on the claim page. `null` removes it.",
    }),
};

/** The same fields of a record. */
export const redemptionRecordFields = {
  redemptionUrl: z.string().nullable(),
  redemptionInstructions: z
    .string()
    .nullable()
    .meta({ description: "How to redeem the codes elsewhere. `null` if there are no instructions." }),
};
