import { importsList } from "@/components/imports/definition";
import { ImportsView } from "@/components/imports/list";
import { listImportsEndpoint } from "@/contract/imports";
import { listImports } from "@/core/imports/record";
import { listPage } from "../seeded-page";

export const metadata = { title: "Imports" };

export default listPage(listImportsEndpoint, importsList, listImports, ImportsView);
