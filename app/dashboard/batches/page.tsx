import { batchesList } from "@/components/batches/definition";
import { BatchesView } from "@/components/batches/list";
import { listBatchesEndpoint } from "@/contract/batches";
import { listBatches } from "@/core/batches/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Batches" };

export default listPage(listBatchesEndpoint, batchesList, listBatches, BatchesView);
