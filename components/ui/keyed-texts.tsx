import { Children, type ReactNode } from "react";

/**
 * Puts the texts among `children` in elements of their own, keyed by what they say. A browser that translates the page changes their nodes,
 * so React must replace the element instead of changing the text.
 */
export function keyTexts(children: ReactNode): ReactNode {
  const parts: ReactNode[] = [];
  let text = "";
  const endText = () => {
    if (text.trim()) parts.push(<span key={text}>{text}</span>);
    text = "";
  };
  for (const child of Children.toArray(children)) {
    if (typeof child === "string" || typeof child === "number") text += child;
    else {
      endText();
      parts.push(child);
    }
  }
  endText();
  return parts;
}
