import { GenerateView } from "@/components/generate/form";
import { createBatchEndpoint } from "@/contract/batches";
import { listFormatsEndpoint } from "@/contract/codes";
import { listFormats } from "@/core/codes/capacity";
import { queryPage } from "../seeded-page";

export const metadata = { title: "Generate codes" };

export default queryPage(listFormatsEndpoint, listFormats, GenerateView, createBatchEndpoint);
