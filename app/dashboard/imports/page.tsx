import { ImportsView } from "@/components/imports/list";
import { importsUrl } from "@/components/imports/url";
import { listImportsEndpoint } from "@/contract/imports";
import { listImports } from "@/core/imports/record";
import { listPage } from "../seeded-page";

export const metadata = { title: "Imports" };

export default listPage(listImportsEndpoint, importsUrl, listImports, ImportsView);
