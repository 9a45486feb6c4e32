import type { ImportOptions } from '@common/import/options'
import type { ImportProblemCode } from '@common/import/problem'
import type { ImportFile } from './reading/open-file'
import type { ReadOrder, StoredRows } from './reading/stored-rows'

/** Task of a reading thread. */
export type WorkerTask =
  | { readonly task: 'inspect'; readonly file: ImportFile }
  | { readonly task: 'preview'; readonly file: ImportFile; readonly sheet: number; readonly options: ImportOptions }
  | { readonly task: 'rows'; readonly order: ReadOrder }

export type WorkerAnswer =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'rows'; readonly rows: StoredRows }
  | {
      readonly kind: 'refused'
      readonly code: ImportProblemCode
      readonly details: Readonly<Record<string, string | number>>
    }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string }
