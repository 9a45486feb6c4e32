import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'

/** One line of the report. */
export interface Finding {
  readonly name: string
  readonly unit: '/s' | 'rows/s' | 'MiB' | 'ms' | 'requests' | 'KiB' | 'frames/s'
  readonly ours?: number
  /** The limit of the machine: the bare handler's number, or our own maximum. */
  readonly limit?: number
  readonly ratio?: number
  readonly target?: string
  readonly met?: boolean
  readonly p50Ms?: number
  readonly p99Ms?: number
  readonly errors?: number
  /** Processor time of one request, over all threads of the server. */
  readonly oursProcessorUs?: number
  readonly limitProcessorUs?: number
  readonly firstError?: string | null
}

/** The tables of the document, each between its markers. */
export type Block = 'bench' | 'bench-ui'
const commands: Readonly<Record<Block, string>> = { bench: 'npm run bench', 'bench-ui': 'npm run bench:ui' }
const document = 'docs/performance.md'

const amount = (value: number | undefined): string => {
  if (value === undefined) return ''
  return value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')
}

/** Returns the findings as a Markdown table, readable in a terminal too. */
export function table(findings: readonly Finding[]): string {
  const head = [
    'Scenario',
    'Basalt',
    'Limit',
    'Unit',
    'Ratio',
    'Aim',
    '',
    'p50 ms',
    'p99 ms',
    'CPU µs',
    'Limit CPU µs',
    'Errors',
  ]
  const lines = findings.map((finding) => [
    finding.name,
    amount(finding.ours),
    amount(finding.limit),
    finding.unit,
    finding.ratio === undefined ? '' : finding.ratio.toFixed(2),
    finding.target ?? '',
    finding.met === undefined ? '' : finding.met ? '✓' : '✗',
    amount(finding.p50Ms),
    amount(finding.p99Ms),
    amount(finding.oursProcessorUs),
    amount(finding.limitProcessorUs),
    finding.errors === undefined ? '' : String(finding.errors),
  ])
  const widths = head.map((title, place) => Math.max(title.length, ...lines.map((line) => line[place]?.length ?? 0)))
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n')
}

function machine(): string {
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${memory} GiB, ${type()}, Node ${process.versions.node}`
}

/** Writes `bench/results/<name>.json`. */
export function keepResults(
  findings: readonly Finding[],
  { name = 'latest', ...facts }: { readonly name?: string; readonly quick?: boolean; readonly seconds?: number },
): void {
  mkdirSync('bench/results', { recursive: true })
  const result = { at: new Date().toISOString(), machine: machine(), ...facts, findings }
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`)
}

const introduction = `# Performance

How near Basalt comes to what the machine can do. \`npm run bench\` measures this table on a server of its own and
writes it here; absolute numbers belong to the machine, the ratios are what we look at.

- **Limit**: a bare Fastify + better-sqlite3 handler of the same query on one thread of its own process (statements
  prepared, \`JSON.stringify\`, the same durability: WAL, \`synchronous=FULL\`), without accounts, permissions, checks or
  metadata. For bulk work raw better-sqlite3, for memory the most that we allow ourselves.
- **Ratio**: Basalt ÷ limit. **Aim**: what we want to reach.
- **CPU**: processor time of one request, all threads together; it changes little when the machine has other work.
- Tables of 15 columns; 8 persistent connections unless said; load comes from a process of its own on the same machine.
- **÷** in a scenario's name: the limit is another scenario of ours, such as the first pages of the same table.
`

/** Puts the table into the document, between the marks. */
export function writeDocument(findings: readonly Finding[], name: Block = 'bench'): void {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const measured = `Measured with \`${commands[name]}\` on ${machine()}.`
  const block = `${begin}\n\n${measured}\n\n${table(findings)}\n\n${end}`
  const text = existsSync(document) ? readFileSync(document, 'utf8') : introduction
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  const whole =
    from < 0 || to < from
      ? `${text.trimEnd()}\n\n${block}\n`
      : text.slice(0, from) + block + text.slice(to + end.length)
  writeFileSync(document, whole)
}
