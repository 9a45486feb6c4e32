import { limits } from '@common/constants'
import type { ImportOptions } from '@common/import/options'
import type { Table } from '@common/model'
import type { WireImportPreview } from '@common/operations/imports'
import { freeTitle } from '@common/util/free-title'
import { messageOf } from '@renderer/api'
import { readTable } from '@renderer/features/tables'
import { readerZone } from '@renderer/i18n/format'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as api from './import-api'
import type { ImportRequest } from './import-store'
import { carriedColumns, mappedColumns, newTableColumns, orderOf, type ImportTarget, type SheetPlan } from './plan'
import { nameWithoutEnding } from './dropped'
import { followImport } from './runs'

/** A sheet of a file, or a file during its upload. */
export interface WizardItem {
  readonly key: string
  /** Name of the file. */
  readonly file: string
  /** Index of its source in the request. */
  readonly source: number
  readonly importId?: string
  readonly sheet: number
  /** Name of the sheet; empty if the file has only one. */
  readonly name: string
  /** Number of rows; null if the file doesn't say. */
  readonly rows: number | null
  readonly included: boolean
  /** Upload progress in percent. */
  readonly sent?: number
  /** Why it cannot be read. */
  readonly problem?: string
  readonly isReading: boolean
  /** Options set by the user; the rest is detected from the file. */
  readonly options: ImportOptions
  readonly preview?: WireImportPreview
  readonly plan: SheetPlan
}

/** Maximum number of sheets per import. */
export const sheetsMax = 50

export interface Wizard {
  readonly items: readonly WizardItem[]
  readonly active: WizardItem | undefined
  readonly choose: (key: string) => void
  readonly include: (key: string, included: boolean) => void
  readonly setOptions: (key: string, options: ImportOptions) => void
  readonly setTarget: (key: string, target: ImportTarget) => void
  readonly setPlan: (key: string, plan: Partial<SheetPlan>) => void
  /** Starts all included imports. @returns true if all have started; otherwise `failed` gives the reasons */
  readonly begin: (onFail: 'skip' | 'stop') => Promise<boolean>
  /** Why the server did not begin. */
  readonly failed: string | undefined
  readonly isBeginning: boolean
  /** True if the user made changes that closing would lose. */
  readonly isChanged: boolean
  readonly setChanged: () => void
}

const emptyPlan: SheetPlan = { target: { kind: 'new', title: '' }, columns: [], key: [], onMatch: 'update' }

export interface WizardOptions {
  readonly request: ImportRequest
  /** Titles and names of existing tables. */
  readonly taken: readonly string[]
  /** False allows only existing tables as targets. */
  readonly mayMakeTables: boolean
}

/** Uploads files, loads their previews and holds the import plans. */
export function useWizard({ request, taken, mayMakeTables }: WizardOptions): Wizard {
  const { projectId, into } = request
  const [items, setItems] = useState<readonly WizardItem[]>(() => api.sourcesOf(request).map(arriving))
  const [activeKey, setActiveKey] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const [isBeginning, setBeginning] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const setChanged = (): void => setIsChanged(true)
  const latest = useRef(items)
  latest.current = items
  /** Started imports, which continue after the wizard closes. */
  const begun = useRef(new Set<string>())
  const readings = useRef(new Map<string, number>())

  const change = (key: string, patch: (item: WizardItem) => Partial<WizardItem>): void =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...patch(item) } : item)))

  /** Loads the first rows. Ignores responses that a later request has superseded. */
  const read = async (item: WizardItem, options: ImportOptions, target: ImportTarget): Promise<void> => {
    const { key, importId, sheet } = item
    if (importId === undefined) return
    const turn = (readings.current.get(key) ?? 0) + 1
    readings.current.set(key, turn)
    change(key, () => ({ isReading: true, options }))
    try {
      const [preview, table] = await Promise.all([
        api.preview(projectId, { id: importId, sheet, options }),
        target.kind === 'table' && target.name !== '' ? readTable(projectId, target.name) : undefined,
      ])
      if (readings.current.get(key) !== turn) return
      change(key, ({ preview: was, plan }) => {
        const fresh = columnsFor(preview, target, table)
        const columns =
          was && sameTarget(plan.target, target) ? carriedColumns(plan.columns, was, fresh, preview) : fresh
        return { isReading: false, problem: undefined, preview, plan: { ...plan, target, columns } }
      })
    } catch (error) {
      if (readings.current.get(key) !== turn) return
      const problem = messageOf(error)
      // A sheet without a preview, such as an empty one, doesn't block the others.
      change(key, ({ preview, included }) => ({
        isReading: false,
        problem,
        included: included && preview !== undefined,
      }))
    }
  }

  const bringAll = useEffectEvent((): (() => void) => {
    const stop = new AbortController()
    let isOpen = true
    const titles: string[] = [...taken]
    const own = begun.current
    const bringOne = async (source: ReturnType<typeof api.sourcesOf>[number], at: number): Promise<void> => {
      const placeholder = arriving(source, at)
      try {
        const arrived = await api.bring(projectId, source, {
          signal: stop.signal,
          onProgress: (sent) =>
            source instanceof File &&
            change(placeholder.key, () => ({ sent: (100 * sent) / Math.max(1, source.size) })),
        })
        if (!isOpen) {
          void api.discard(projectId, arrived.id).catch(() => undefined)
          return
        }
        const several = arrived.sheets.length > 1
        const written = latest.current.find(({ key }) => key === placeholder.key)?.plan.target
        const isNamed = !several && written?.kind === 'new' && !sameTitle(written, placeholder.plan.target)
        const sheets = arrived.sheets.map((sheet, place): WizardItem => {
          const title = freeTitle((several ? sheet.name : arrived.title).slice(0, limits.nameCharacters), titles)
          titles.push(title)
          const target: ImportTarget =
            into !== undefined || !mayMakeTables
              ? { kind: 'table', name: into ?? '' }
              : isNamed
                ? written
                : { kind: 'new', title }
          return {
            ...placeholder,
            key: `${at} ${place}`,
            importId: arrived.id,
            sheet: place,
            name: several ? sheet.name : '',
            rows: sheet.rows,
            included: sheet.rows !== 0 && place < sheetsMax && (into === undefined || place === 0),
            sent: 100,
            isReading: true,
            plan: { ...emptyPlan, target },
          }
        })
        setItems((all) => all.flatMap((item) => (item.key === placeholder.key ? sheets : [item])))
        // Loads sheets in sequence: the first visible one comes first.
        for (const sheet of sheets.slice(0, sheetsMax)) if (isOpen) await read(sheet, {}, sheet.plan.target)
      } catch (error) {
        if (isOpen) change(placeholder.key, () => ({ problem: messageOf(error), included: false, isReading: false }))
      }
    }
    void (async () => {
      for (const [at, source] of api.sourcesOf(request).entries()) if (isOpen) await bringOne(source, at)
    })()
    return () => {
      isOpen = false
      stop.abort()
      const left = new Set(latest.current.flatMap(({ importId }) => importId ?? []))
      for (const id of left)
        // If the discard fails, the server purges the upload within an hour.
        if (!own.has(id)) void api.discard(projectId, id).catch(() => undefined)
    }
  })
  // Once: a wizard serves the request that opened it.
  useEffect(() => bringAll(), [])

  const itemOf = (key: string): WizardItem | undefined => latest.current.find((item) => item.key === key)
  const active = items.find((item) => item.key === activeKey) ?? items[0]

  const begin = async (onFail: 'skip' | 'stop'): Promise<boolean> => {
    setBeginning(true)
    setFailed(undefined)
    const ids = [...new Set(items.flatMap(({ importId, included }) => (included && importId ? [importId] : [])))]
    try {
      for (const id of ids) {
        if (begun.current.has(id)) continue
        const sheets = items.flatMap(({ importId, included, preview, sheet, options, plan }) =>
          importId === id && included && preview ? [orderOf(sheet, options, plan, preview)] : [],
        )
        const status = await api.start(projectId, { id, sheets, onFail })
        begun.current.add(id)
        followImport({ projectId, id, name: status.name }, status)
      }
      return true
    } catch (error) {
      setFailed(messageOf(error))
      return false
    } finally {
      setBeginning(false)
    }
  }

  return {
    items,
    active,
    choose: setActiveKey,
    include: (key, included) => {
      setChanged()
      change(key, () => ({ included }))
    },
    setOptions: (key, options) => {
      setChanged()
      const item = itemOf(key)
      if (item) void read(item, options, item.plan.target)
    },
    setTarget: (key, target) => {
      const item = itemOf(key)
      if (!item) return
      setChanged()
      const isOther = target.kind === 'table' || item.plan.target.kind === 'table'
      change(key, ({ plan }) => ({ plan: { ...plan, target, ...(isOther ? { key: [] } : {}) } }))
      if (isOther) void readInto(item, target)
    },
    setPlan: (key, plan) => {
      setChanged()
      change(key, (item) => ({ plan: { ...item.plan, ...plan } }))
    },
    begin,
    failed,
    isBeginning,
    isChanged,
    setChanged,
  }

  /** Loads the same rows for another table. */
  async function readInto({ key, preview }: WizardItem, target: ImportTarget): Promise<void> {
    if (!preview) return
    const table = target.kind === 'table' && target.name !== '' ? await readTable(projectId, target.name) : undefined
    change(key, ({ plan }) =>
      sameTarget(plan.target, target) ? { plan: { ...plan, columns: columnsFor(preview, target, table) } } : {},
    )
  }
}

function columnsFor(preview: WireImportPreview, target: ImportTarget, table: Table | undefined): SheetPlan['columns'] {
  return target.kind === 'table' && table ? mappedColumns(preview, table) : newTableColumns(preview)
}

const sameTarget = (one: ImportTarget, other: ImportTarget): boolean =>
  one.kind === other.kind && (one.kind === 'new' || (other.kind === 'table' && one.name === other.name))

const sameTitle = (one: ImportTarget, other: ImportTarget): boolean =>
  one.kind === 'new' && other.kind === 'new' && one.title === other.title

function arriving(source: { readonly name: string }, at: number): WizardItem {
  return {
    key: `${at}`,
    file: source.name,
    source: at,
    sheet: 0,
    name: '',
    rows: null,
    included: true,
    sent: 0,
    isReading: true,
    // Timestamps without a zone are in the zone of the user who uploads the file.
    options: { timeZone: readerZone() },
    plan: { ...emptyPlan, target: { kind: 'new', title: nameWithoutEnding(source.name) } },
  }
}
