import { env } from "@/lib/env";
import { describeLocalLinks } from "@/lib/url-reach";

/** Why the links of emails don't work for their recipients: the URL of this installation only works here. Null if they do. */
export const describeLocalEmailLinks = (): string | null => describeLocalLinks(env().APP_URL, "Links in emails");
