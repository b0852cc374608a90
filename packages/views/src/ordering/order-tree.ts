import { type Place } from './rank.js';

/** @throws RangeError for a number that the array does not have. */
function itemAt<V>(values: readonly V[], at: number): V {
  const value = values[at];
  if (value !== undefined) return value;
  throw new RangeError(`must be below ${String(values.length)}, got ${String(at)}`);
}

type Compare = (one: Place, other: Place) => number;

/** Children of one node. */
const FULL = 32;
/** A node with fewer children is merged with its neighbour. */
const SPARSE = 8;

/** The places of a small part of the order. */
class Leaf {
  constructor(readonly places: readonly Place[]) {}

  get size(): number {
    return this.places.length;
  }

  /** The first place. Only the root may have none. */
  get first(): Place {
    return itemAt(this.places, 0);
  }
}

/** Nodes in order. */
class Branch {
  readonly size: number;
  readonly first: Place;

  constructor(readonly nodes: readonly Node[]) {
    let size = 0;
    for (const node of nodes) size += node.size;
    this.size = size;
    this.first = itemAt(nodes, 0).first;
  }
}

type Node = Leaf | Branch;

/**
 * An immutable order that knows the number of each place: a B-tree whose nodes count their places.
 *
 * A change copies one node of each level, so it costs the logarithm of the size. Earlier versions stay as they are.
 */
export class OrderTree {
  private constructor(
    readonly root: Node,
    readonly compare: Compare,
  ) {}

  /** Returns the order of some places. */
  static of(places: readonly Place[], compare: Compare): OrderTree {
    let nodes: Node[] = chunksOf([...places].sort(compare)).map((chunk) => new Leaf(chunk));
    while (nodes.length > 1) nodes = chunksOf(nodes).map((chunk) => new Branch(chunk));

    return new OrderTree(nodes[0] ?? new Leaf([]), compare);
  }

  get size(): number {
    return this.root.size;
  }

  with(place: Place): OrderTree {
    const nodes = inserted(this.root, place, this.compare);

    return new OrderTree(nodes.length === 1 ? itemAt(nodes, 0) : new Branch(nodes), this.compare);
  }

  without(place: Place): OrderTree {
    let root = removed(this.root, place, this.compare);
    while (root instanceof Branch && root.nodes.length === 1) root = itemAt(root.nodes, 0);

    return new OrderTree(root, this.compare);
  }

  /** Returns the number of a place that is in the order. */
  indexOf(place: Place): number {
    let before = 0;
    let node = this.root;
    while (node instanceof Branch) {
      const at = childOf(node, place, this.compare);
      for (let left = 0; left < at; left++) before += node.nodes[left]?.size ?? 0;
      node = itemAt(node.nodes, at);
    }

    return before + position(node.places, place, this.compare);
  }

  /** Returns the places from one number up to another. */
  slice(start: number, end: number): readonly Place[] {
    const found: Place[] = [];
    collect(this.root, start, end, found);

    return found;
  }
}

function chunksOf<V>(values: readonly V[]): (readonly V[])[] {
  const count = Math.ceil(values.length / (FULL - SPARSE));
  const chunks: (readonly V[])[] = [];
  for (let at = 0; at < count; at++) {
    chunks.push(
      values.slice(
        Math.floor((at * values.length) / count),
        Math.floor(((at + 1) * values.length) / count),
      ),
    );
  }

  return chunks;
}

/** Returns the number of the first place that is not before the given one. */
function position(places: readonly Place[], place: Place, compare: Compare): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(itemAt(places, middle), place) < 0) low = middle + 1;
    else high = middle;
  }

  return low;
}

/** Returns the number of the child that a place belongs to. */
function childOf({ nodes }: Branch, place: Place, compare: Compare): number {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (compare(itemAt(nodes, middle).first, place) <= 0) low = middle;
    else high = middle - 1;
  }

  return low;
}

/** Returns the node with a place, in two halves if it was full. */
function inserted(node: Node, place: Place, compare: Compare): readonly Node[] {
  if (node instanceof Leaf) {
    const at = position(node.places, place, compare);

    return halves([...node.places.slice(0, at), place, ...node.places.slice(at)]).map(
      (places) => new Leaf(places),
    );
  }
  const at = childOf(node, place, compare);
  const made = inserted(itemAt(node.nodes, at), place, compare);
  if (made.length === 1) return [new Branch(node.nodes.with(at, itemAt(made, 0)))];

  return halves(node.nodes.toSpliced(at, 1, ...made)).map((nodes) => new Branch(nodes));
}

function halves<V>(values: readonly V[]): readonly (readonly V[])[] {
  if (values.length <= FULL) return [values];
  const middle = values.length >> 1;

  return [values.slice(0, middle), values.slice(middle)];
}

function removed(node: Node, place: Place, compare: Compare): Node {
  if (node instanceof Leaf) {
    return new Leaf(node.places.toSpliced(position(node.places, place, compare), 1));
  }
  const at = childOf(node, place, compare);
  const child = removed(itemAt(node.nodes, at), place, compare);
  if (widthOf(child) >= SPARSE || node.nodes.length === 1) {
    return new Branch(node.nodes.with(at, child));
  }
  const left = at === 0 ? 0 : at - 1;
  const [one, other] =
    at === 0 ? [child, itemAt(node.nodes, 1)] : [itemAt(node.nodes, left), child];

  return new Branch(node.nodes.toSpliced(left, 2, ...merged(one, other)));
}

function widthOf(node: Node): number {
  return node instanceof Leaf ? node.places.length : node.nodes.length;
}

function merged(one: Node, other: Node): readonly Node[] {
  if (one instanceof Leaf && other instanceof Leaf) {
    return halves([...one.places, ...other.places]).map((places) => new Leaf(places));
  }
  const nodes = [...(one as Branch).nodes, ...(other as Branch).nodes];

  return halves(nodes).map((half) => new Branch(half));
}

function collect(node: Node, start: number, end: number, found: Place[]): void {
  if (start >= node.size || end <= 0) return;
  if (node instanceof Leaf) {
    for (let at = Math.max(0, start); at < Math.min(node.size, end); at++) {
      found.push(itemAt(node.places, at));
    }

    return;
  }
  let before = 0;
  for (const child of node.nodes) {
    if (before >= end) return;
    collect(child, start - before, end - before, found);
    before += child.size;
  }
}
