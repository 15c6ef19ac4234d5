import { labels } from "./labels";

/** The hint of multiline fields that Enter saves. */
export const NewLineHint = () => <span className="pointer-coarse:hidden">{labels.edit.newLineHint}</span>;
