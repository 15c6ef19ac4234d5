/** Beneath a text of several lines in which Enter saves. */
export const NewLineHint = () => <span className="pointer-coarse:hidden">Shift and Enter begins a new line.</span>;
