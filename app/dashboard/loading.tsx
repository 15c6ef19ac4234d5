import { PageLoading } from "@/components/layout/page";

export default function Loading() {
  return <PageLoading />;
}
