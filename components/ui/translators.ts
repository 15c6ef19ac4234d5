/** The elements that a translator put in place of a text. The text isn't on the page anymore. */
const replacements = new WeakMap<Node, Node[]>();

const remove = (node: Node | undefined) => void node?.parentNode?.removeChild(node);

/** Shows a text again that was replaced. The translator translates it again. */
function putBack(text: Node): void {
  const nodes = replacements.get(text) ?? [];
  replacements.delete(text);
  const place = nodes.find((node) => node.isConnected);
  if (!text.isConnected) place?.parentNode?.insertBefore(text, place);
  nodes.forEach(remove);
}

function handleMutations(records: readonly MutationRecord[], observer: MutationObserver): void {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    // React has changed the text, or has moved it.
    if (type === "characterData") putBack(target);
    for (const node of addedNodes) if (node.isConnected) putBack(node);
    for (const node of removedNodes) {
      if (!(node instanceof Text) || node.isConnected) continue;
      // Some translators replace the text, and others insert an element beside it first.
      const isReplacement = (each: Node | null) => each instanceof Element && added.delete(each);
      const beside = () => [previousSibling, nextSibling].filter((each) => each !== null).find(isReplacement) ?? [];
      replacements.set(node, addedNodes.length > 0 ? [...addedNodes].filter(isReplacement) : [beside()].flat());
      observer.observe(node, { characterData: true });
    }
  }
}

/**
 * Keeps React working while the browser translates the page. Translators move its texts into elements of their own, or replace them. React
 * then couldn't remove such a text or insert anything before it, and would change a text that isn't shown. Does nothing on the server.
 */
export function tolerateTranslators(): void {
  if (typeof MutationObserver === "undefined") return;
  const observer = new MutationObserver(handleMutations);
  observer.observe(document, { childList: true, subtree: true });
  const findReplacement = (node: Node) => {
    handleMutations(observer.takeRecords(), observer);
    return replacements.get(node)?.find((each) => each.isConnected) ?? node;
  };
  const { insertBefore, removeChild } = Node.prototype;

  Node.prototype.removeChild = function (child) {
    if (child.parentNode === this) removeChild.call(this, child);
    else {
      let node = findReplacement(child);
      // The translator's elements around it are removed too, unless they contain something else.
      while (node.parentNode && node.parentNode !== this && node.parentNode.childNodes.length === 1) node = node.parentNode;
      if (this.contains(node)) remove(node);
      replacements.get(child)?.forEach(remove);
    }
    return child;
  };

  Node.prototype.insertBefore = function (node, before) {
    let place = before;
    if (place && place.parentNode !== this) {
      place = findReplacement(place);
      while (place && place.parentNode !== this) place = place.parentNode;
    }
    insertBefore.call(this, node, place);
    return node;
  };
}
