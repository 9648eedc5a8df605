import { type Alias, type Document, type Node, isAlias, isNode, visit } from "yaml";

/** What each alias of a document stands for; an alias of an anchor that is nowhere above it is missing. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

/** Finds the targets of all aliases in one pass; the library looks through the whole document for each. */
export function aliasTargets(document: Document.Parsed): AliasTargets {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (target !== undefined) targets.set(node, target);
    } else if (isNode(node) && "anchor" in node && typeof node.anchor === "string") {
      anchored.set(node.anchor, node);
    }
  });
  return targets;
}
