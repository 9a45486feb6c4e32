import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addViewer, computeColumns, openInPlace, postText, prepare, projectFile, signIn, startBasalt } from './basalt'
import { columns, copyTable, fill, rowOf } from './data'
import { rawBulk } from './limits'
import { fillLinks, linkedRows, linkedTable } from './links'
import type { LoadOrder, LoadResult } from './load'
import {
  endRole,
  mostResidentMiB,
  portOf,
  processorUs,
  residentMiB,
  startLoad,
  startRole,
  type LoadProcess,
} from './processes'
import type { Finding } from './report'
import { askOf, type Plan, type Target } from './requests'
import { inPlaceFiles, scenarios, type InPlaceFile, type Scenario } from './scenarios'
import { slowReaders } from './slow-readers'

export interface RunOptions {
  readonly quick: boolean
  /** Only scenarios whose name contains one of these; all when empty. */
  readonly only: readonly string[]
  readonly profileTo: string | undefined
  readonly say: (line: string) => void
}

const bulkRows = 10_000
const sizes = { small: 100_000, large: 1_000_000, linked: linkedRows }
const walkedAtOnce = 1_000
const tableNames = { small: 'rows_small', large: 'rows_large', linked: linkedTable }

const inPlaceKinds = Object.keys(inPlaceFiles) as InPlaceFile[]

/** Inputs of a measurement. */
interface Stage {
  readonly options: RunOptions
  readonly load: LoadProcess
  /** Token of a viewer under access rules. */
  readonly viewerToken: string
  readonly ours: (table: Scenario['table'], file?: InPlaceFile) => Target
  readonly bare: (table: Scenario['table'], file?: InPlaceFile) => Target
  readonly rest: Pick<LoadOrder, 'warmUpMs' | 'durationMs'>
  /** How often ours and the limit are measured alternately. The best of each counts, which excludes disturbances. */
  readonly rounds: number
  readonly pids: { readonly ours: number | undefined; readonly bare: number | undefined }
}

/** Delay between the load and the measurement of memory, in ms. Memory still in use then is never released. */
const settleMs = 25_000

/** Runs all measurements. Everything is in one folder, which is always removed. */
export async function run(options: RunOptions): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-bench-'))
  try {
    return await runIn(folder, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runIn(folder: string, options: RunOptions): Promise<Finding[]> {
  const { quick, say } = options
  const profile = join(folder, 'profile')
  const copy = join(folder, 'limits.sqlite')
  const tables = quick ? (['small'] as const) : (['small', 'large'] as const)

  const first = await startBasalt(profile, undefined)
  const { projectId } = await prepare(
    first.port,
    tables.map((table) => tableNames[table]),
  )
  await first.stop()
  for (const table of tables) {
    say(`Filling ${sizes[table].toLocaleString('en')} rows`)
    fill(projectFile(profile), tableNames[table], sizes[table])
  }
  fillLinks(projectFile(profile))
  copyFileSync(projectFile(profile), copy)
  const theirs = inPlaceKinds.map((kind) => {
    // One for us and one for the bare handler.
    const [ours, bare] = [join(folder, `${kind}.db`), join(folder, `${kind}-bare.db`)]
    copyTable(copy, tableNames.small, ours, inPlaceFiles[kind])
    copyFileSync(ours, bare)
    return { kind, ours, bare }
  })

  const basalt = await startBasalt(profile, options.profileTo)
  const bareStartedMs = performance.now()
  const bareProcess = startRole('bare', [copy, ...tables.map((table) => tableNames[table])])
  const fixedProcess = startRole('fixed')
  const bareInPlace = theirs.map(({ bare }) => startRole('bare', [bare, tableNames.small]))
  const load = startLoad()
  try {
    const barePort = await portOf(bareProcess)
    const bareStartMs = performance.now() - bareStartedMs
    const fixedPort = await portOf(fixedProcess)
    const token = await signIn(basalt.port)
    const inPlace = new Map<InPlaceFile, { readonly projectId: string; readonly port: number }>()
    for (const [at, { kind, ours }] of theirs.entries()) {
      const process = bareInPlace[at]
      if (process === undefined) continue
      inPlace.set(kind, { projectId: await openInPlace(basalt.port, token, ours), port: await portOf(process) })
    }
    await computeColumns(basalt.port, token, projectId)
    const viewerToken = await addViewer(
      basalt.port,
      { token, projectId },
      tables.map((table) => tableNames[table]),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const idleMiB = residentMiB(basalt.pid)
    const stage: Stage = {
      options,
      viewerToken,
      load,
      rest: quick ? { warmUpMs: 200, durationMs: 700 } : { warmUpMs: 300, durationMs: 1_300 },
      rounds: quick ? 2 : 3,
      pids: { ours: basalt.pid, bare: bareProcess.pid },
      ours: (table, file) => ({
        kind: 'basalt',
        port: basalt.port,
        token,
        path: `/nc/${(file && inPlace.get(file)?.projectId) ?? projectId}/api/v1/${tableNames[table]}`,
      }),
      bare: (table, file) => ({
        kind: 'bare',
        port: (file && inPlace.get(file)?.port) ?? barePort,
        token: '',
        path: `/${tableNames[table]}`,
      }),
    }
    const findings = await measureAll(stage, copy, fixedPort)
    const most = mostResidentMiB(basalt.pid)
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const loadedMiB = residentMiB(basalt.pid)
    return [
      ...findings,
      ...memory('memory idle', idleMiB, 160),
      ...(most === undefined ? [] : [{ name: 'memory at its most, under load', unit: 'MiB', ours: most } as const]),
      ...memory(`memory ${settleMs / 1_000} s after load and bulk`, loadedMiB, 350),
      {
        name: 'start to the first answer',
        unit: 'ms',
        ours: basalt.startMs,
        limit: bareStartMs,
        ratio: basalt.startMs / bareStartMs,
        target: '≤ 3 ×',
        met: basalt.startMs <= 3 * bareStartMs,
      },
    ]
  } finally {
    await Promise.allSettled([load.end(), ...[bareProcess, fixedProcess, ...bareInPlace].map(endRole), basalt.stop()])
  }
}

async function measureAll(stage: Stage, copy: string, fixedPort: number): Promise<Finding[]> {
  const { options } = stage
  const wanted = (name: string): boolean =>
    options.only.length === 0 || options.only.some((word) => name.includes(word))
  const findings: Finding[] = []
  const add = (finding: Finding): void => {
    findings.push(finding)
    options.say(`${finding.name}: ${describe(finding)}`)
  }
  const fixedTarget: Target = { kind: 'bare', port: fixedPort, path: '', token: '' }
  if (wanted('bare node:http')) {
    const fixed = await stage.load.run({
      ...stage.rest,
      connections: 8,
      plan: { kind: 'fixed', target: fixedTarget, rows: 0 },
    })
    add({ name: 'bare node:http, one fixed page', unit: '/s', limit: fixed.perSecond })
  }
  for (const scenario of scenarios) {
    if ((options.quick && scenario.table === 'large') || !wanted(scenario.name)) continue
    add(await compare(stage, scenario))
  }
  if (wanted('bulk')) add(await bulk(stage, copy))
  if (wanted('mixed')) add(await mixed(stage))
  if (wanted('disturbed')) add(await disturbed(stage))
  if (wanted('unread')) add(await slowReaders(stage.ours('small')))
  return findings
}

function describe({ unit, ours, limit, ratio, firstError }: Finding): string {
  const amount = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(value < 10 ? 2 : 0))
  const part = ratio === undefined ? '' : ` = ${ratio.toFixed(2)}`
  return `${amount(ours)} of ${amount(limit)} ${unit}${part}${firstError ? `  [${firstError}]` : ''}`
}

async function compare(
  stage: Stage,
  { name, kind, against, as, table, file, connections, target }: Scenario,
): Promise<Finding> {
  const cursor = kind === 'cursor' ? await deepCursor(stage.ours(table), sizes[table]) : undefined
  const planOf = (asked: Plan['kind'], from: Target): Plan => ({
    kind: asked,
    target: from,
    rows: sizes[table],
    ...(cursor !== undefined && { cursor }),
  })
  const plans = {
    ours: planOf(kind, { ...stage.ours(table, file), ...(as === 'viewer' && { token: stage.viewerToken }) }),
    bare: against === undefined ? planOf(kind, stage.bare(table, file)) : planOf(against, stage.ours(table, file)),
  }
  const difference = against === undefined ? await differenceOf(plans.ours, plans.bare) : undefined
  const pids = against === undefined ? stage.pids : { ours: stage.pids.ours, bare: stage.pids.ours }
  const [ours, limit] = await inTurn({ ...stage, pids }, connections, plans)
  const ratio = ours.perSecond / limit.perSecond
  const processors = {
    ...(ours.processorUs !== undefined && { oursProcessorUs: ours.processorUs }),
    ...(limit.processorUs !== undefined && { limitProcessorUs: limit.processorUs }),
  }
  return {
    name,
    ...ratesOf(ours),
    ...processors,
    limit: limit.perSecond,
    ratio,
    ...(target !== undefined && { target: `≥ ${target}`, met: ratio >= target && ours.errors === 0 }),
    ...(difference !== undefined && { firstError: difference }),
  }
}

/** Pages to the point after nine tenths of the rows. */
async function deepCursor({ port, path, token }: Target, rows: number): Promise<string> {
  let cursor = ''
  for (let done = 0; done < rows * 0.9; done += walkedAtOnce) {
    const response = await fetch(`http://127.0.0.1:${port}${path}?limit=${walkedAtOnce}&after=${cursor}`, {
      headers: { 'xc-auth': token },
    })
    cursor = response.headers.get('xc-next-cursor') ?? ''
    await response.arrayBuffer()
  }
  return cursor
}

async function inTurn(
  { load, rest, rounds, pids }: Stage,
  connections: number,
  plans: { readonly ours: Plan; readonly bare: Plan },
): Promise<[Measured, Measured]> {
  const results: { readonly ours: Measured[]; readonly bare: Measured[] } = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['ours', 'bare'] as const) {
      const before = processorUs(pids[side])
      const result = await load.run({ ...rest, connections, plan: plans[side], first: round * 1_000_000 })
      const after = processorUs(pids[side])
      const used = before === undefined || after === undefined ? undefined : (after - before) / result.sent
      results[side].push({ ...result, processorUs: used })
    }
  }
  return [bestOf(results.ours), bestOf(results.bare)]
}

/** A measurement and the processor time of one request, which other programs on the machine hardly change. */
type Measured = LoadResult & { readonly processorUs: number | undefined }

/** The fastest round, with the errors of all. */
function bestOf(results: readonly Measured[]): Measured {
  const best = results.reduce((left, right) => (right.perSecond > left.perSecond ? right : left))
  const sum = (count: (result: LoadResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0)
  return {
    ...best,
    errors: sum(({ errors }) => errors),
    serverErrors: sum(({ serverErrors }) => serverErrors),
    firstError: results.find(({ firstError }) => firstError !== null)?.firstError ?? null,
  }
}

function ratesOf({
  perSecond,
  p50Ms,
  p99Ms,
  errors,
  firstError,
}: LoadResult): Pick<Finding, 'unit' | 'ours' | 'p50Ms' | 'p99Ms' | 'errors' | 'firstError'> {
  return { unit: '/s', ours: perSecond, p50Ms, p99Ms, errors, firstError }
}

/** Compares one response of each. A ratio means something only when both are the same. */
async function differenceOf(ours: Plan, bare: Plan): Promise<string | undefined> {
  if (ours.kind === 'create' || ours.kind === 'update') return undefined
  const [left, right] = await Promise.all([ours, bare].map((plan) => keysOf(plan)))
  return left === right ? undefined : `The answers differ: ${left?.slice(0, 150)} and ${right?.slice(0, 150)}`
}

async function keysOf(plan: Plan): Promise<string> {
  const { port, token } = plan.target
  const response = await fetch(`http://127.0.0.1:${port}${askOf(plan, 1).path}`, { headers: { 'xc-auth': token } })
  const answer: unknown = await response.json()
  const rows: unknown[] = Array.isArray(answer) ? answer : [answer]
  return JSON.stringify(
    rows.map((row) => (row !== null && typeof row === 'object' ? ('id' in row ? row.id : row) : row)),
  )
}

async function bulk(stage: Stage, copy: string): Promise<Finding> {
  const { port, path, token } = stage.ours('small')
  const rates: number[] = []
  let firstError: string | null = null
  for (let run = 0; run < 4; run += 1) {
    const rows = Array.from({ length: bulkRows }, (_, index) => {
      const values = rowOf(9_000_000 + run * bulkRows + index)
      return Object.fromEntries(columns.slice(1).map(([name], place) => [name, values[place + 1]]))
    })
    const text = JSON.stringify(rows)
    const startedMs = performance.now()
    try {
      await postText(port, `${path}/bulk`, token, text)
      rates.push((bulkRows * 1_000) / (performance.now() - startedMs))
    } catch (error) {
      firstError ??= String(error)
    }
  }
  const limit = rawBulk(copy, tableNames.small, bulkRows, 4)
  const ours = Math.max(0, ...rates)
  const ratio = ours / limit
  return {
    name: 'bulk insert of 10,000',
    unit: 'rows/s',
    ours,
    limit,
    ratio,
    target: '≥ 0.7',
    met: ratio >= 0.7,
    firstError,
  }
}

async function mixed(stage: Stage): Promise<Finding> {
  const { quick } = stage.options
  const result = await stage.load.run({
    plan: { kind: 'mixed', target: stage.ours('small'), rows: sizes.small },
    connections: 32,
    warmUpMs: 500,
    durationMs: quick ? 3_000 : 20_000,
  })
  const spread = result.p99Ms / result.p50Ms
  return {
    name: `mixed 90/10, 32 clients, ${quick ? 3 : 20} s (p99 ÷ p50)`,
    ...ratesOf(result),
    ratio: spread,
    target: 'no 5xx, p99 ≤ 5 × p50',
    met: result.serverErrors === 0 && spread <= 5,
  }
}

/** Reads by key while two clients sort the largest table without an index; compared with the same reads alone. */
async function disturbed(stage: Stage): Promise<Finding> {
  const table = stage.options.quick ? 'small' : 'large'
  const target = stage.ours(table)
  const rows = sizes[table]
  const reading: LoadOrder = { ...stage.rest, connections: 8, plan: { kind: 'read', target, rows } }
  const alone = await stage.load.run(reading)
  const sorting: LoadOrder = {
    plan: { kind: 'sort', target, rows },
    connections: 2,
    warmUpMs: 0,
    durationMs: stage.rest.warmUpMs + stage.rest.durationMs + 500,
  }
  const [, during] = await Promise.all([stage.load.run(sorting), stage.load.run(reading)])
  const ratio = during.perSecond / alone.perSecond
  return {
    name: `read by id, disturbed: two clients sort ${rows.toLocaleString('en')} rows without an index`,
    ...ratesOf(during),
    limit: alone.perSecond,
    ratio,
    target: '≥ 0.5 of undisturbed',
    met: ratio >= 0.5,
  }
}

function memory(name: string, ours: number | undefined, most: number): Finding[] {
  if (ours === undefined) return []
  return [{ name, unit: 'MiB', ours, limit: most, ratio: ours / most, target: `≤ ${most} MiB`, met: ours <= most }]
}
