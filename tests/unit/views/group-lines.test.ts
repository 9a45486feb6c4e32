import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GroupLines } from '@common/views/group-lines'
import {
  allOpen,
  groupExceptionsMax,
  openGroups,
  withGroup,
  withLevel,
  type GroupState,
} from '@common/views/group-state'
import {
  groupKey,
  groupTree,
  orderedTree,
  pagedTree,
  sameGroups,
  type GroupAnswer,
  type GroupNode,
} from '@common/views/group-tree'

/** Returns the groups of every level of some rows, as a server would send them: in row order. */
function levelsOf(rows: readonly (readonly unknown[])[], depth: number): GroupAnswer[][] {
  return Array.from({ length: depth }, (_, level) => {
    const found = new Map<string, { values: readonly unknown[]; count: number }>()
    for (const row of rows) {
      const values = row.slice(0, level + 1)
      const group = found.get(groupKey(values)) ?? { values, count: 0 }
      group.count += 1
      found.set(groupKey(values), group)
    }
    return [...found.values()].map((group) => ({ ...group, figures: { level } }))
  })
}

const value = fc.constantFrom(null, 'a', 'b', 'c', 1, true)
const rowsOf = (depth: number) =>
  fc.array(fc.array(value, { minLength: depth, maxLength: depth }), { maxLength: 60 }).map((rows) =>
    // Rows of one group are adjacent, in some order of the values.
    rows.toSorted((a, b) => (groupKey(a) < groupKey(b) ? -1 : groupKey(a) > groupKey(b) ? 1 : 0)),
  )
const grouped = fc.integer({ min: 1, max: 3 }).chain((depth) =>
  fc.record({
    depth: fc.constant(depth),
    rows: rowsOf(depth),
    closed: fc.array(fc.boolean(), { maxLength: 3 }),
    picks: fc.array(fc.nat(), { maxLength: 6 }),
    drafts: fc.array(fc.option(fc.nat(), { nil: undefined }), { maxLength: 4 }),
    adds: fc.boolean(),
    more: fc.boolean(),
    turned: fc.boolean(),
  }),
)

const all = (nodes: readonly GroupNode[]): GroupNode[] => nodes.flatMap((node) => [node, ...all(node.children)])

type Expected = ['head', string] | ['record', number] | ['draft', number] | ['add', string] | ['more']

/** The lines as one would write them down by walking through the tree. */
function written(
  roots: readonly GroupNode[],
  options: ConstructorParameters<typeof GroupLines>[1],
): { readonly lines: Expected[]; readonly offsets: number[] } {
  const lines: Expected[] = []
  const offsets: number[] = []
  const made = new Set<number>()
  const visit = (node: GroupNode): void => {
    lines.push(['head', node.key])
    if (!options.isOpen(node)) return
    if (node.children.length > 0) return node.children.forEach(visit)
    for (let at = 0; at < node.rows; at += 1) {
      lines.push(['record', offsets.length])
      offsets.push(node.start + at)
    }
    options.drafts.forEach((key, draft) => {
      if (key !== node.key) return
      lines.push(['draft', draft])
      made.add(draft)
    })
    if (options.adds) lines.push(['add', node.key])
  }
  roots.forEach(visit)
  const rest = options.drafts.flatMap((key, draft) => (made.has(draft) ? [] : [{ key, draft }]))
  for (const { draft } of [
    ...rest.filter(({ key }) => key === undefined),
    ...Map.groupBy(
      rest.filter(({ key }) => key !== undefined),
      ({ key }) => key,
    )
      .values()
      .flatMap((list) => list),
  ])
    lines.push(['draft', draft])
  if (options.more) lines.push(['more'])
  return { lines, offsets }
}

describe('lines of a grid with groups', () => {
  it('are those that a walk through the tree comes upon, and are found from rows and offsets', () => {
    fc.assert(
      fc.property(grouped, ({ depth, rows, closed, picks, drafts, adds, more, turned }) => {
        const tree = groupTree(levelsOf(rows, depth))
        const roots = turned ? orderedTree(tree, (node) => -node.start) : tree
        const nodes = all(roots)
        let state: GroupState = { closed, except: [] }
        for (const pick of picks) {
          const node = nodes[pick % Math.max(1, nodes.length)]
          if (node) state = withGroup(state, node, pick % 2 === 0)
        }
        const options = {
          isOpen: openGroups(state),
          adds,
          more,
          drafts: drafts.map((pick) => (pick === undefined ? undefined : nodes[pick % Math.max(1, nodes.length)]?.key)),
        }
        const lines = new GroupLines(roots, options)
        const expected = written(roots, options)
        expect(lines.lineCount).toBe(expected.lines.length)
        expect(lines.rowCount).toBe(expected.offsets.length)
        let records = 0
        expected.lines.forEach((line, at) => {
          expect(lines.kindAt(at)).toBe(line[0])
          expect(lines.rowsBefore(at)).toBe(records)
          if (line[0] === 'record') records += 1
          const row = line[0] === 'record' ? line[1] : line[0] === 'draft' ? lines.rowCount + line[1] : -1
          expect(lines.rowAt(at)).toBe(row)
          if (row >= 0) expect(lines.lineOf(row)).toBe(at)
          expect(lines.headAt(at)?.key).toBe(line[0] === 'head' ? line[1] : undefined)
          if (line[0] === 'head') expect(lines.lineOfHead(line[1])).toBe(at)
          if (line[0] === 'add') expect([lines.groupAt(at)?.key, lines.lineOfAdd(line[1])]).toEqual([line[1], at])
          if (line[0] === 'head' && !adds) expect(lines.lineOfAdd(line[1])).toBe(-1)
        })
        expected.offsets.forEach((offset, row) => {
          expect(lines.offsetOf(row)).toBe(offset)
          expect(lines.rowOf(offset)).toBe(row)
          expect(lines.groupOfRow(row)?.values).toEqual(rows[offset])
        })
        const shown = new Set(expected.offsets)
        rows.forEach((_, offset) => {
          if (!shown.has(offset)) expect(lines.rowOf(offset)).toBe(-1)
        })
        const heights = lines.heights(28, 32)
        expect([...heights]).toEqual(expected.lines.map(([kind]) => (kind === 'head' || kind === 'more' ? 32 : 28)))
      }),
      { numRuns: 300 },
    )
  })

  it('say of any run of rows where it stands at the server', () => {
    fc.assert(
      fc.property(grouped, fc.nat(60), fc.nat(60), ({ depth, rows, closed }, from, count) => {
        const roots = groupTree(levelsOf(rows, depth))
        const options = { isOpen: openGroups({ closed, except: [] }), adds: false, drafts: [], more: false }
        const lines = new GroupLines(roots, options)
        const { offsets } = written(roots, options)
        const spans = lines.spans(from, from + count)
        expect(spans.flatMap((span) => Array.from({ length: span.count }, (_, at) => span.offset + at))).toEqual(
          offsets.slice(from, from + count),
        )
        // Neighbours are one span.
        spans.slice(1).forEach((span, at) => {
          const before = spans[at]
          expect(before && before.offset + before.count).not.toBe(span.offset)
        })
      }),
    )
  })

  it('are found in time among a million records', () => {
    const leaves = Array.from({ length: 2_000 }, (_, at) => ({ values: [at], count: 500, figures: {} }))
    const lines = new GroupLines(groupTree([leaves]), { isOpen: () => true, adds: true, drafts: [], more: false })
    expect([lines.lineCount, lines.rowCount]).toEqual([1_004_000, 1_000_000])
    expect(lines.lineOf(999_999)).toBe(1_003_998)
    expect(lines.spans(0, 1_000_000)).toEqual([{ offset: 0, count: 1_000_000 }])
  })
})

describe('the tree of groups', () => {
  it('keeps counts and figures of each level, and where rows begin', () => {
    const rows = [
      ['a', 1],
      ['a', 2],
      ['a', 2],
      [null, 1],
    ]
    const [first, second] = groupTree(levelsOf(rows, 2))
    expect([
      first?.count,
      first?.start,
      first?.figures,
      first?.children.map(({ key, start, count }) => [key, start, count]),
    ]).toEqual([
      3,
      0,
      { level: 0 },
      [
        ['["a",1]', 0, 1],
        ['["a",2]', 1, 2],
      ],
    ])
    expect([second?.values, second?.start, second?.children[0]?.parent === second]).toEqual([[null], 3, true])
  })

  it('shows of a group that is read in part what is there, and counts it whole', () => {
    const levels = levelsOf(
      [
        ['a', 1],
        ['a', 2],
        ['b', 1],
      ],
      2,
    )
    const [only, ...rest] = groupTree([levels[0] ?? [], (levels[1] ?? []).slice(0, 1)])
    expect([only?.count, only?.rows, rest]).toEqual([2, 1, []])
  })

  it('shows a group that its own level was read too early for', () => {
    const levels = levelsOf(
      [
        ['a', 1],
        ['b', 1],
        ['b', 2],
      ],
      2,
    )
    const tree = groupTree([(levels[0] ?? []).slice(0, 1), levels[1] ?? []])
    expect(tree.map(({ key, count }) => [key, count])).toEqual([
      ['["a"]', 1],
      ['["b"]', 2],
    ])
  })

  it('orders the groups of a level by a rank where all of them have one', () => {
    const tree = groupTree(
      levelsOf(
        [
          ['a', 'y'],
          ['a', 'x'],
          ['b', 'y'],
        ],
        2,
      ),
    )
    const ranks: Record<string, number> = { a: 2, b: 1 }
    const ordered = orderedTree(tree, ({ level, values }) => (level === 0 ? ranks[String(values[0])] : undefined))
    expect(ordered.map(({ key }) => key)).toEqual(['["b"]', '["a"]'])
    expect(ordered[1]?.children.map(({ key }) => key)).toEqual(['["a","y"]', '["a","x"]'])
    for (const node of all(ordered)) for (const child of node.children) expect(child.parent).toBe(node)
  })

  it('is the same while groups and their sizes are', () => {
    const levels = levelsOf(
      [
        ['a', 1],
        ['b', 2],
      ],
      2,
    )
    const other = levels.map((level) => level.map((answer) => ({ ...answer, figures: { sum: 7 } })))
    expect(sameGroups(groupTree(levels), groupTree(other))).toBe(true)
    expect(
      sameGroups(
        groupTree(levels),
        groupTree(
          levelsOf(
            [
              ['a', 1],
              ['b', 3],
            ],
            2,
          ),
        ),
      ),
    ).toBe(false)
    expect(
      sameGroups(
        groupTree(levels),
        groupTree(
          levelsOf(
            [
              ['a', 1],
              ['b', 2],
              ['b', 2],
            ],
            2,
          ),
        ),
      ),
    ).toBe(false)
  })
})

describe('what is closed', () => {
  const tree = groupTree(
    levelsOf(
      [
        ['a', 1],
        ['a', 2],
        ['b', 1],
      ],
      2,
    ),
  )
  const [a, b] = tree
  const open = (state: GroupState): string[] =>
    all(tree)
      .filter(openGroups(state))
      .map(({ key }) => key)

  it('is one group', () => {
    if (a === undefined || b === undefined) throw new Error('two groups')
    const state = withGroup(allOpen, a, false)
    expect(open(state)).toEqual(['["a",1]', '["a",2]', '["b"]', '["b",1]'])
    expect(withGroup(state, a, true)).toEqual(allOpen)
  })

  it('is a level, but for the groups opened since', () => {
    if (b === undefined) throw new Error('two groups')
    const state = withLevel(allOpen, 2, false, 0)
    expect(open(state)).toEqual(['["a",1]', '["a",2]', '["b",1]'])
    expect(open(withGroup(state, b, true))).toContain('["b"]')
    expect(withLevel(withGroup(state, b, true), 2, false, 0)).toEqual(state)
  })

  it('is everything', () => {
    expect(open(withLevel(allOpen, 2, false))).toEqual([])
    expect(withLevel(withLevel(allOpen, 2, false), 2, true)).toEqual({ closed: [false, false], except: [] })
  })

  it('is remembered of the groups touched last', () => {
    let state = allOpen
    for (let at = 0; at < groupExceptionsMax + 5; at += 1)
      state = withGroup(state, { key: groupKey([at]), level: 0 }, false)
    expect([state.except.length, state.except[0], state.except.at(-1)]).toEqual([groupExceptionsMax, '[5]', '[1004]'])
  })
})

describe('groups that are paged', () => {
  /** Five groups of twenty groups of a hundred groups of ten rows. */
  const answers = (depth: number, within: readonly number[] = []): GroupAnswer[] => {
    const sizes = [5, 20, 100]
    const below = (values: readonly number[]): GroupAnswer[] =>
      values.length === depth
        ? [{ values, count: 10 * sizes.slice(depth).reduce((product, size) => product * size, 1), figures: {} }]
        : Array.from({ length: sizes[values.length] ?? 0 }, (_, at) => below([...values, at])).flat()
    return below(within)
  }
  const limit = 2_000
  const reading = (...within: number[]) => ({
    within,
    levels: [1, 2, 3].slice(within.length).map((depth) => answers(depth, within).slice(0, limit + 1)),
    limit,
  })
  const whole = reading()

  it('are all there on the first level, however many there are below', () => {
    const { nodes, more } = pagedTree([whole])
    expect(nodes.map(({ values, count, start }) => [values[0], count, start])).toEqual(
      [0, 1, 2, 3, 4].map((at) => [at, 20_000, at * 20_000]),
    )
    expect(more).toBe(false)
    const closed = new GroupLines(nodes, { isOpen: () => false, adds: false, drafts: [], more })
    expect([closed.lineCount, closed.rowCount]).toEqual([5, 0])
  })

  it('are read when they are opened, and their rows stand where the server has them', () => {
    const before = pagedTree([whole]).nodes
    expect(before[1]?.children[0]?.isUnread).toBe(true)
    const lines = new GroupLines(before, { isOpen: (node) => node.level === 0, adds: false, drafts: [], more: false })
    expect(lines.lineCount).toBe(5 + 100)
    const open = new GroupLines(before, {
      isOpen: ({ values }) => values[0] === 4 && (values[1] ?? 3) === 3 && values.length < 3,
      adds: true,
      drafts: [],
      more: false,
    })
    expect(open.kindAt(open.lineOfHead('[4,3]') + 1)).toBe('more')
    const { nodes } = pagedTree([whole, reading(4, 3)])
    const leaf = nodes[4]?.children[3]?.children[7]
    expect([leaf?.start, leaf?.rows, nodes[4]?.children[3]?.isUnread]).toEqual([83_070, 10, undefined])
  })
})
