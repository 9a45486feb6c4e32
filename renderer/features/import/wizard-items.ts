import type { Sentence } from '@renderer/i18n'
import { limits } from '@common/constants'
import type { ImportOptions } from '@common/import/options'
import type { WireImport, WireImportPreview } from '@common/operations/imports'
import { freeTitle } from '@common/util/free-title'
import { readerZone } from '@renderer/i18n/format'
import type { RefObject } from 'react'
import { nameWithoutEnding } from './dropped'
import type { ImportRequest } from './import-store'
import type { ImportTarget, SheetPlan } from './plan'

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
  readonly problem?: Sentence
  readonly isReading: boolean
  /** Options set by the user; the rest is detected from the file. */
  readonly options: ImportOptions
  readonly preview?: WireImportPreview
  readonly plan: SheetPlan
}

/** Maximum number of sheets per import. */
export const sheetsMax = 50

/** The items of a wizard. `latest` is current in asynchronous work too. */
export interface Items {
  readonly latest: RefObject<readonly WizardItem[]>
  readonly change: (key: string, patch: (item: WizardItem) => Partial<WizardItem>) => void
  readonly replace: (key: string, by: readonly WizardItem[]) => void
}

export interface WizardOptions {
  readonly request: ImportRequest
  /** Titles and names of existing tables. */
  readonly taken: readonly string[]
  /** False allows only existing tables as targets. */
  readonly mayMakeTables: boolean
}

const emptyPlan: SheetPlan = { target: { kind: 'new', title: '' }, columns: [], key: [], onMatch: 'update' }

/** Returns the item of a file during its upload. */
export function arriving(source: { readonly name: string }, at: number): WizardItem {
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

interface Arrival {
  readonly arrived: WireImport
  readonly placeholder: WizardItem
  /** The target that the user may have chosen during the upload. */
  readonly chosen: ImportTarget | undefined
  /** Titles in use. Titles of new tables are added. */
  readonly titles: string[]
}

/** Returns the items of an uploaded file: one per sheet. */
export function sheetItems(
  { request: { into }, mayMakeTables }: WizardOptions,
  { arrived, placeholder, chosen, titles }: Arrival,
): WizardItem[] {
  const several = arrived.sheets.length > 1
  const isNamed = !several && chosen?.kind === 'new' && !sameTitle(chosen, placeholder.plan.target)
  return arrived.sheets.map((sheet, place): WizardItem => {
    const title = freeTitle((several ? sheet.name : arrived.title).slice(0, limits.nameCharacters), titles)
    titles.push(title)
    const target: ImportTarget =
      into !== undefined || !mayMakeTables
        ? { kind: 'table', name: into ?? '' }
        : isNamed
          ? chosen
          : { kind: 'new', title }
    return {
      ...placeholder,
      key: `${placeholder.source} ${place}`,
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
}

const sameTitle = (one: ImportTarget, other: ImportTarget): boolean =>
  one.kind === 'new' && other.kind === 'new' && one.title === other.title
