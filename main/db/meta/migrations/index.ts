import { foundation } from './0001-foundation'
import { virtualColumns } from './0002-virtual-columns'
import { history } from './0003-history'
import { columnPlaces } from './0004-column-places'
import { views } from './0005-views'
import { comments } from './0006-comments'
import { attachments } from './0007-attachments'
import { trash } from './0008-trash'
import { tableIcons } from './0009-table-icons'
import { idempotency } from './0010-idempotency'
import { followers } from './0011-followers'
import { idempotencyContent } from './0012-idempotency-content'
import { production } from './0013-production'
import { changes } from './0014-changes'
import { changeLog } from './0015-change-log'
import { invitations } from './0016-invitations'
import { inverses } from './0017-inverses'
import { secondFactor } from './0018-second-factor'
import { accounts } from './0019-accounts'
import { access } from './0020-access'
import { apiTokens } from './0021-api-tokens'
import { shares } from './0022-shares'
import { auditActors } from './0023-audit-actors'
import { sqlEditor } from './0024-sql-editor'
import { snapshots } from './0025-snapshots'
import { jobs } from './0027-jobs'
import { automations } from './0028-automations'
import { environments } from './0029-environments'
import { plugins } from './0030-plugins'
import { scheduledSnapshots } from './0031-scheduled-snapshots'
import { schemaMigrations } from './0032-schema-migrations'
import { services } from './0033-services'
import { queryTables } from './0034-query-tables'
import { automationTriggers } from './0035-automation-triggers'
import { templates } from './0036-templates'
import { languages } from './0037-languages'
import { serverEvents } from './0038-server-events'
import { servers } from './0039-servers'
import { snapshotPlaces } from './0040-snapshot-places'
import { snapshotFiles } from './0041-snapshot-files'
import { automationTrails } from './0042-automation-trails'
import type { Migration } from './migration'

export type { Migration } from './migration'

/** All migrations in order. An internal table more: one file here. */
export const migrations: readonly Migration[] = [
  foundation,
  virtualColumns,
  history,
  columnPlaces,
  views,
  comments,
  attachments,
  trash,
  tableIcons,
  idempotency,
  followers,
  idempotencyContent,
  production,
  changes,
  changeLog,
  invitations,
  inverses,
  secondFactor,
  accounts,
  access,
  apiTokens,
  shares,
  auditActors,
  sqlEditor,
  snapshots,
  jobs,
  automations,
  environments,
  plugins,
  scheduledSnapshots,
  schemaMigrations,
  services,
  queryTables,
  automationTriggers,
  templates,
  languages,
  serverEvents,
  servers,
  snapshotPlaces,
  snapshotFiles,
  automationTrails,
]
