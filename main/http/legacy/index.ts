import type { z } from 'zod'
import { accessCalls } from './access/calls'
import { modelCalls, type ModelCallServices } from './access/models'
import { roleCalls, rolePathCalls, type RoleCallServices } from './access/roles'
import { apiClientCalls, type ApiClientCallServices } from './api-client'
import { apiTokenCalls } from './api-tokens'
import { attachmentCalls } from './attachments'
import { auditCalls } from './audit'
import { commentCalls } from './comments'
import { metadataCalls, metadataImportCall, type MetadataCallServices } from './metadata/calls'
import { objectCalls } from './objects'
import { jobCalls } from './jobs'
import { invitationCalls } from './invitations'
import { peopleCalls, type PeopleCallServices } from './people'
import { pluginCalls, type PluginCallServices } from './plugins'
import { projectCalls } from './projects'
import { relationCalls } from './relations'
import { releaseCalls } from './release'
import { schemaDriftCalls } from './schema-drift'
import { scriptCalls, type ScriptCallServices } from './scripts'
import { linkCalls, type LinkCallServices } from './shares/manage'
import { visitCalls } from './shares/public'
import type { VisitCallServices } from './shares/visits'
import { sqlCalls, type SqlCallServices } from './sql'
import { tableCalls } from './tables/calls'
import type { TableCallServices } from './tables/read-calls'
import { templateCalls, type TemplateCallServices } from './templates'
import { viewCalls, type ViewCallServices } from './views/calls'
import { virtualColumnCalls } from './virtual-columns'

/** Services for calls that only scripts make. */
export type LegacyServices = ViewCallServices &
  SqlCallServices &
  ScriptCallServices &
  PeopleCallServices &
  LinkCallServices &
  VisitCallServices &
  ModelCallServices &
  RoleCallServices &
  MetadataCallServices &
  TableCallServices &
  TemplateCallServices &
  PluginCallServices &
  ApiClientCallServices

/**
 * The legacy door: calls under the names and in the words of the original, each an operation in other words. It is the
 * only place that knows these words.
 */
export const createLegacyCalls = (services: LegacyServices) => ({
  ...tableCalls(services),
  ...viewCalls(services),
  ...scriptCalls(services),
  ...sqlCalls(services),
  ...objectCalls,
  ...projectCalls,
  ...pluginCalls(services),
  ...metadataCalls(services),
  ...auditCalls,
  ...invitationCalls,
  ...jobCalls,
  ...peopleCalls(services),
  ...roleCalls,
  ...rolePathCalls(services),
  ...accessCalls(services),
  ...modelCalls(services),
  ...apiTokenCalls,
  ...apiClientCalls(services),
  ...linkCalls(services),
  ...visitCalls(services),
  ...commentCalls,
  ...attachmentCalls,
  ...relationCalls,
  ...releaseCalls,
  ...schemaDriftCalls,
  ...templateCalls(services),
  ...virtualColumnCalls,
})

export { aliases, callNamed } from './aliases'
export { metadataImportCall }
export { translateOriginal } from './metadata/original'

type Calls = ReturnType<typeof createLegacyCalls>
export type LegacyName = keyof Calls
export type LegacyInput<N extends LegacyName> = z.input<Calls[N]['input']>
export type LegacyOutput<N extends LegacyName> = z.output<Calls[N]['output']>

/** Calls with a path of their own, instead of the dashboard call. */
export const callsWithPaths = Object.entries({
  ...invitationCalls,
  ...peopleCalls(),
  ...rolePathCalls(),
  ...templateCalls(),
}).map(([name, { http }]) => ({ name, http }))
