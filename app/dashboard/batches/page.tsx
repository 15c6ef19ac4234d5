import { BatchesView } from "@/components/batches/list";
import { batchesUrlState } from "@/components/batches/url";
import { listBatchesEndpoint } from "@/contract/batches";
import { listBatches } from "@/core/batches/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Batches" };

export default listPage(listBatchesEndpoint, batchesUrlState, listBatches, BatchesView);
