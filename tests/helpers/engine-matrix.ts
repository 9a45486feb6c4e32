import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** Engines as suites and files of tests name them. */
const engines = [
  { name: 'SQLite', file: /sqlite/ },
  { name: 'PostgreSQL', file: /postgres/ },
  { name: 'MariaDB', file: /mysql/ },
  { name: 'SQL Server', file: /mssql/ },
] as const
type EngineName = (typeof engines)[number]['name']

/** As in `mssql.ts`; vitest loads a reporter without the short names that one uses. */
const mssqlUrlVariable = 'BASALT_TEST_MSSQL_URL'

/** Tests compare its statements as text, without running them. */
const asText: readonly string[] = ['mssql', 'mssql-schema']

interface Counts {
  passed: number
  failed: number
  skipped: number
  text: number
  /** Tests that only `npm run test:all` runs. */
  nightly: number
}

/** Tests that ran, by file and engine. Omits files that don't depend on an engine. */
export type EngineMatrix = ReadonlyMap<string, ReadonlyMap<EngineName, Readonly<Counts>>>

/** Reports at the end of a run which tests ran on each kind of database, so that gaps are visible. */
export default class EngineMatrixReporter implements Reporter {
  #filters: readonly string[] = []

  onInit({ config }: Vitest): void {
    this.#filters = config.tagsFilter ?? []
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const matrix = new Map<string, Map<EngineName, Counts>>()
    const gaps: string[] = []
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const file = basename(module.moduleId).replace(/\.test\.tsx?$/, '')
        const engine = engineOf(test, file)
        if (engine === undefined) continue
        const row = matrix.get(file) ?? new Map<EngineName, Counts>()
        const counts = row.get(engine) ?? { passed: 0, failed: 0, skipped: 0, text: 0, nightly: 0 }
        const result = test.result()
        const { state } = result
        if (result.state === 'skipped' && result.note !== undefined)
          gaps.push(`${file.replaceAll('-', ' ')} · ${engine}: SKIPPED, ${result.note}`)
        if (state === 'passed' && asText.includes(file)) counts.text += 1
        else if (state === 'passed' || state === 'failed') counts[state] += 1
        else if (isLeftOut(test, this.#filters)) counts.nightly += 1
        else counts.skipped += 1
        matrix.set(file, row.set(engine, counts))
      }
    if (matrix.size === 0) return
    // `npm test` shows it at its own end.
    const place = process.env['BASALT_TEST_ENGINE_MATRIX']
    const text = matrixText(matrix, gaps)
    if (place === undefined) process.stdout.write(text)
    else writeFileSync(place, text)
  }
}

/** Tells a test that its tags left out from one that skipped itself. @param filters  as `npm test` gives them */
function isLeftOut({ tags }: TestCase, filters: readonly string[]): boolean {
  if (filters.length === 0) return false
  return tags.includes('nightly') || (filters.includes('smoke') && !tags.includes('smoke'))
}

function engineOf(test: TestCase, file: string): EngineName | undefined {
  const names: string[] = []
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) names.push(parent.name)
  const named = engines.find(({ name }) => names.some((text) => text.includes(name)))
  return (named ?? engines.find((engine) => engine.file.test(file)))?.name
}

/**
 * The table in words: a line for each file, a column for each engine.
 *
 * @param gaps  lines about tests that skipped themselves, with the reason
 */
export function matrixText(matrix: EngineMatrix, gaps: readonly string[]): string {
  const header = ['what ran where', ...engines.map(({ name }) => name)]
  const lines = [...matrix]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([file, row]) => [file.replaceAll('-', ' '), ...engines.map(({ name }) => cell(row.get(name)))])
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => line[column]?.length ?? 0)))
  const shown = [header, widths.map((width) => '─'.repeat(width)), ...lines]
    .map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `  ${line.trimEnd()}`)
  return `\n${[...shown, ...notes(matrix), ...gaps.map((gap) => `  ${gap}`)].join('\n')}\n\n`
}

function cell(counts: Readonly<Counts> | undefined): string {
  if (counts === undefined) return '–'
  const { passed, failed, skipped, text, nightly } = counts
  const parts = [
    passed > 0 ? `${passed} passed` : '',
    failed > 0 ? `${failed} FAILED` : '',
    text > 0 ? `${text} as text` : '',
    skipped > 0 ? `${skipped} skipped` : '',
    nightly > 0 ? `${nightly} at night` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** Returns one line for each engine without tests. */
function notes(matrix: EngineMatrix): string[] {
  return engines.flatMap(({ name }) => {
    const all = [...matrix.values()].flatMap((row) => row.get(name) ?? [])
    const isAbsent = all.length > 0 && all.every(({ passed, failed, nightly }) => passed + failed + nightly === 0)
    if (!isAbsent) return []
    const how = name === 'SQL Server' ? `; ${mssqlUrlVariable} gives the address of one` : ''
    return [`  ${name}: SKIPPED, there is no server${how}.`]
  })
}
