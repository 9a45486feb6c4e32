/** JSON as written: numbers preserve their digits, objects their keys and order, including duplicate keys. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  /** `true`, `12.50`, `"text"`: the JSON source text. */
  | { readonly kind: 'scalar'; readonly text: string }

export interface JsonEntry {
  readonly key: string
  readonly value: JsonNode
}

/** The token that the JSON parser expected where it failed. */
export const jsonExpectations = [
  'value',
  'key',
  'colon',
  'commaOrBrace',
  'commaOrBracket',
  'quote',
  'end',
  'depth',
] as const
export type JsonExpectation = (typeof jsonExpectations)[number]

export type JsonRead =
  | { readonly ok: true; readonly node: JsonNode }
  /** `at` is the offset of the character, from 0. */
  | { readonly ok: false; readonly at: number; readonly expected: JsonExpectation }

const depthMax = 200
const blanks = /[ \t\n\r]*/y
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
// oxlint-disable-next-line no-control-regex -- control characters are what a string must not hold
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

class Refused extends Error {
  constructor(
    readonly at: number,
    readonly expected: JsonExpectation,
  ) {
    super(expected)
  }
}

/** Parses JSON, or returns the offset of the first error. */
export function readJsonTree(text: string): JsonRead {
  const reader = new Reader(text)
  try {
    return { ok: true, node: reader.whole() }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, at: error.at, expected: error.expected }
    throw error
  }
}

class Reader {
  private at = 0

  constructor(private readonly text: string) {}

  whole(): JsonNode {
    const node = this.value(0)
    this.blanks()
    if (this.at < this.text.length) throw new Refused(this.at, 'end')
    return node
  }

  private value(depth: number): JsonNode {
    this.blanks()
    if (depth > depthMax) throw new Refused(this.at, 'depth')
    const sign = this.text[this.at]
    if (sign === '{') return this.object(depth)
    if (sign === '[') return this.array(depth)
    if (sign === '"') return { kind: 'scalar', text: this.string() }
    return { kind: 'scalar', text: this.match(literal) ?? this.refuse('value') }
  }

  private object(depth: number): JsonNode {
    const entries: JsonEntry[] = []
    this.at += 1
    this.blanks()
    if (this.take('}')) return { kind: 'object', entries }
    for (;;) {
      this.blanks()
      if (this.text[this.at] !== '"') throw new Refused(this.at, 'key')
      const key = JSON.parse(this.string()) as string
      this.blanks()
      if (!this.take(':')) throw new Refused(this.at, 'colon')
      entries.push({ key, value: this.value(depth + 1) })
      this.blanks()
      if (this.take('}')) return { kind: 'object', entries }
      if (!this.take(',')) throw new Refused(this.at, 'commaOrBrace')
    }
  }

  private array(depth: number): JsonNode {
    const items: JsonNode[] = []
    this.at += 1
    this.blanks()
    if (this.take(']')) return { kind: 'array', items }
    for (;;) {
      items.push(this.value(depth + 1))
      this.blanks()
      if (this.take(']')) return { kind: 'array', items }
      if (!this.take(',')) throw new Refused(this.at, 'commaOrBracket')
    }
  }

  private string(): string {
    return this.match(string) ?? this.refuse('quote')
  }

  private blanks(): void {
    this.match(blanks)
  }

  private take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false
    this.at += 1
    return true
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }

  private refuse(expected: JsonExpectation): never {
    throw new Refused(this.at, expected)
  }
}

/** Serializes a tree: on one line, or with `indent` blanks per level. */
export function jsonTreeText(node: JsonNode, indent = 0, level = 0): string {
  if (node.kind === 'scalar') return node.text
  const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']']
  const colon = indent > 0 ? ': ' : ':'
  const parts =
    node.kind === 'object'
      ? node.entries.map(({ key, value }) => `${JSON.stringify(key)}${colon}${jsonTreeText(value, indent, level + 1)}`)
      : node.items.map((item) => jsonTreeText(item, indent, level + 1))
  if (parts.length === 0) return `${open}${close}`
  if (indent === 0) return `${open}${parts.join(',')}${close}`
  const inner = '\n' + ' '.repeat(indent * (level + 1))
  return `${open}${inner}${parts.join(`,${inner}`)}\n${' '.repeat(indent * level)}${close}`
}

/** Child indexes from the root: `[]` is the root. */
export type JsonPath = readonly number[]

export function nodeAt(root: JsonNode, path: JsonPath): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((node, at) => node && childrenOf(node)[at], root)
}

export function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'object') return node.entries.map(({ value }) => value)
  return node.kind === 'array' ? node.items : []
}

/** The tree with another node at a place. */
export function withNode(root: JsonNode, path: JsonPath, change: (node: JsonNode) => JsonNode): JsonNode {
  const [at, ...rest] = path
  if (at === undefined) return change(root)
  if (root.kind === 'object')
    return {
      kind: 'object',
      entries: root.entries.map((entry, index) =>
        index === at ? { ...entry, value: withNode(entry.value, rest, change) } : entry,
      ),
    }
  if (root.kind === 'array')
    return {
      kind: 'array',
      items: root.items.map((item, index) => (index === at ? withNode(item, rest, change) : item)),
    }
  return root
}

/** Returns the tree with a renamed object entry. */
export function withKey(root: JsonNode, path: JsonPath, key: string): JsonNode {
  const at = path.at(-1)
  if (at === undefined) return root
  return withNode(root, path.slice(0, -1), (parent) =>
    parent.kind === 'object'
      ? { ...parent, entries: parent.entries.map((entry, index) => (index === at ? { ...entry, key } : entry)) }
      : parent,
  )
}

/** Returns the tree without the node at a path; the root can't be removed. */
export function without(root: JsonNode, path: JsonPath): JsonNode {
  const at = path.at(-1)
  if (at === undefined) return root
  return withNode(root, path.slice(0, -1), (parent) => {
    if (parent.kind === 'object') return { ...parent, entries: parent.entries.filter((_, index) => index !== at) }
    return parent.kind === 'array' ? { ...parent, items: parent.items.filter((_, index) => index !== at) } : parent
  })
}

/** Returns the tree with a new, empty entry at the end of an object or list, and the entry's path. */
export function withNew(
  root: JsonNode,
  path: JsonPath,
): { readonly root: JsonNode; readonly path: JsonPath } | undefined {
  const parent = nodeAt(root, path)
  if (!parent || parent.kind === 'scalar') return undefined
  const value: JsonNode = { kind: 'scalar', text: 'null' }
  const changed = withNode(root, path, (node) => {
    if (node.kind === 'object') return { ...node, entries: [...node.entries, { key: freeKey(node.entries), value }] }
    return node.kind === 'array' ? { ...node, items: [...node.items, value] } : node
  })
  return { root: changed, path: [...path, childrenOf(parent).length] }
}

function freeKey(entries: readonly JsonEntry[]): string {
  const taken = new Set(entries.map(({ key }) => key))
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? 'key' : `key${number}`
    if (!taken.has(key)) return key
  }
}

/** Reads a value that a user types: JSON if it is valid, otherwise a text. */
export function nodeOfText(text: string): JsonNode {
  const read = readJsonTree(text)
  return read.ok ? read.node : { kind: 'scalar', text: JSON.stringify(text) }
}

/** Returns line and column of an offset in a text, both from 1. */
export function placeInText(text: string, at: number): { readonly line: number; readonly character: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, character: (before.at(-1)?.length ?? 0) + 1 }
}
