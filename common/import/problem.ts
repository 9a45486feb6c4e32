/** Why a file can't be read: the error code without `IMPORT_`, with the values of its text. */
export class ImportProblem extends Error {
  readonly code: ImportProblemCode
  readonly details: Readonly<Record<string, string | number>>

  constructor(code: ImportProblemCode, details: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.name = 'ImportProblem'
    this.code = code
    this.details = details
  }
}

export type ImportProblemCode =
  | 'IMPORT_FILE_EMPTY'
  | 'IMPORT_FILE_UNKNOWN'
  | 'IMPORT_FILE_OLD_EXCEL'
  | 'IMPORT_FILE_MARKUP'
  | 'IMPORT_FILE_PROTECTED'
  | 'IMPORT_FILE_DAMAGED'
  | 'IMPORT_UNPACKS_TOO_LARGE'
  | 'IMPORT_LINE_TOO_LONG'
  | 'IMPORT_JSON_INVALID'
  | 'IMPORT_JSON_TOO_DEEP'
  | 'IMPORT_JSON_WITHOUT_ROWS'
  | 'IMPORT_SHEET_NOT_FOUND'
  | 'IMPORT_COLUMNS_INVALID'
