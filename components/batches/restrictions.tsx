import { DetailsItem } from "@/components/ui/card";
import type { BatchRecord } from "@/contract/batches";
import { restrictionLabels as labels } from "./labels";

/** Who can claim the codes of a batch, if not everyone can, as often as they like. */
export function RestrictionItems({ allowedDomains, oncePerBatch }: Pick<BatchRecord, "allowedDomains" | "oncePerBatch">) {
  return (
    <>
      {allowedDomains !== null && (
        <DetailsItem label={labels.allowedDomains}>
          <bdi translate="no" className="break-all font-mono text-2sm">
            {allowedDomains.join(", ")}
          </bdi>
        </DetailsItem>
      )}
      {oncePerBatch !== null && <DetailsItem label={labels.codesPerPerson}>{labels.perPerson[oncePerBatch]}</DetailsItem>}
    </>
  );
}
