import type { Sentence } from '@renderer/i18n'
import type { FormatOptions } from '@common/columns/column-type'
import type { Table } from '@common/model'
import type { DraftRowsOptions } from '../drafts/draft-rows'
import type { UnsavedValues } from '../drafts/unsaved-values'
import type { LinkQueue } from '../links/queued-links'
import type { RowQueue } from '../writes/queued-rows'
import type { RowSource } from '../rows/row-source'
import type { RowApi } from '../rows/types'

export interface GridModelOptions {
  readonly table: Table
  readonly api: RowApi
  readonly source: RowSource
  /** Returns the format options of the reader, in which values are shown and typed. They change with the language. */
  readonly reader: () => FormatOptions
  /** Free text that the rows were searched by. */
  readonly search: string
  /** Number of rows before the count has arrived. */
  readonly expectedRows?: number | undefined
  readonly sentenceOf: (error: unknown) => Sentence
  /** Called when a new row couldn't be created. */
  readonly lost: (error: unknown) => void
  /** Storage of unsaved values. Default: in memory. */
  readonly unsavedValues?: UnsavedValues
  /** Queue of batches. Default: sends at once. */
  readonly queue?: RowQueue
  /** Queue of link changes. Default: sends at once. */
  readonly links?: LinkQueue
  /** Listener for new rows, which saves them across reloads. */
  readonly drafts?: Pick<DraftRowsOptions, 'saved' | 'gone'>
}

/** The part of the screen that listeners must update. `count`: the count has arrived, which may change no line. */
export type GridModelChange = 'rows' | 'size' | 'count' | 'state'
