import { identifiers } from '@common/util/identifiers'
import { projectPermissions } from '@common/permissions/custom-role'
import { permits } from '@common/principal'
import type { CallContext } from '@main/operations/context'
import { describeProject, type DescribedProject, type ProjectPorts } from '../plan/described'
import { openApiDocument } from './document'
import { documentedRoutes } from './routes'
import { schemaNames, type DocumentedTable } from './schemas'
import type { DocumentedProject, OpenApiDocument } from './types'

export type { OpenApiDocument } from './types'
export type { Schema } from './schemas'

/** A format of the document. */
export interface DocumentFormat {
  readonly version: string
  /** Returns the document in this format. */
  readonly convert: (document: OpenApiDocument, origin: string) => Readonly<Record<string, unknown>>
}

export interface DocumentRequest {
  readonly projectId: string
  readonly context: CallContext
  readonly format: DocumentFormat
  /** `http://127.0.0.1:8080`, the address that the caller used. */
  readonly origin: string
}

/** Returns the document of a project as JSON text. @throws AppError NOT_SIGNED_IN, PROJECT_NOT_FOUND, NOT_ALLOWED */
export type Documents = (request: DocumentRequest) => Promise<string>

/** Number of cached documents per state of a project: one for each set of rights, format and address. */
const documentsMax = 20

export function createDocuments(ports: ProjectPorts): Documents {
  const cache = new WeakMap<DescribedProject, Map<string, string>>()
  return async ({ projectId, context, format, origin }) => {
    ports.authorize(context, 'schema.read')
    const [described, { title }] = await Promise.all([
      describeProject(ports, context.principal, projectId),
      ports.project(projectId),
    ])
    const known = cache.get(described) ?? new Map<string, string>()
    cache.set(described, known)
    const { principal } = context
    const granted = projectPermissions.filter((permission) => permits(principal, permission))
    const key = JSON.stringify([format.version, origin, title, granted])
    const text =
      known.get(key) ??
      write(described, { id: projectId, title, grants: (permission) => permits(principal, permission), origin }, format)
    if (known.size >= documentsMax) known.clear()
    known.set(key, text)
    return text
  }
}

function write(
  { database, tables }: DescribedProject,
  project: Pick<DocumentedProject, 'id' | 'title' | 'grants' | 'origin'>,
  format: DocumentFormat,
): string {
  const names = identifiers(
    tables.map(({ table }) => table.title),
    {
      taken: ['Error', 'graphql', 'runFunction', 'runProcedure'],
      types: (name) =>
        [...Object.values(schemaNames(name)), ...documentedRoutes.map(({ operationId }) => operationId(name))].filter(
          (each) => each !== name,
        ),
    },
  )
  const named = tables.map((each, at): DocumentedTable => ({ ...each, name: names[at] ?? each.table.name }))
  const document = openApiDocument({ ...project, tables: named, dialect: database.dialect })
  return JSON.stringify(format.convert(document, project.origin))
}
