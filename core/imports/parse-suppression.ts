import { missingReasonId } from "@/contract/import-questions";
import type { ImportSettings } from "@/contract/import-settings";
import { reasonsBySeverity } from "../leads/added-lead";
import { CellProblem } from "../table-files/cells";
import type { DetectedPreset } from "./detect-preset";
import { ownProduct } from "./preset";
import type { RowLead } from "./row-lead";

/** The maximum length of a note. Longer ones, such as the answers of mail servers, are cut. */
const maxNoteLength = 2000;

type SuppressionRow = {
  settings: ImportSettings;
  preset: DetectedPreset;
  /** Returns the cell of a column by its header, in lower case. */
  cell: (header: string) => string;
};

/** Returns the suppression that a row says. Throws a `CellProblem` if it says none. */
export function parseSuppression(lead: RowLead, { settings, preset, cell }: SuppressionRow): RowLead {
  if (lead.isExpired) throw new CellProblem("has ended");
  if (lead.isSubscribed && !lead.suppression) throw new CellProblem("can be emailed, according to this file");
  const { [missingReasonId]: answer } = settings.answers;
  const missing = reasonsBySeverity.find((reason) => reason === answer);
  const reason = (lead.suppression && preset.reasonOf(cell)) ?? lead.suppression?.reason ?? missing;
  if (reason === undefined)
    throw new CellProblem(answer === "skip" ? "isn't imported, as you chose for rows without a reason" : "has no reason");
  const { notes, createdAt, omitsDate } = lead;
  const note = preset.product === ownProduct ? (notes ?? "") : notes;
  return { notes: note?.slice(0, maxNoteLength).toWellFormed(), omitsDate, suppression: { reason, at: lead.suppression?.at ?? createdAt } };
}
