import type { Permission } from '@common/permissions'
import type { Dialect } from '@main/db/dialect'
import type { DocumentedTable, Schema } from './schemas'

/** The project and the caller of a document. */
export interface DocumentedProject {
  readonly id: string
  readonly title: string
  readonly tables: readonly DocumentedTable[]
  readonly dialect: Dialect
  /** True if the caller has a permission. */
  readonly grants: (permission: Permission) => boolean
  /** `http://127.0.0.1:8080`, the address that the caller used. */
  readonly origin: string
}

/** An OpenAPI document. */
export type OpenApiDocument = Readonly<Record<string, unknown>> & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly [part: string]: unknown }
}
