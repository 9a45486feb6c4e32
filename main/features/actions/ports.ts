import type { SqlParameters, SqlValue } from '@common/sql/shapes'
import type { TrailHeaders } from '@main/lib/automation-trail'
import type { Clock } from '@main/lib/clock'
import type { CallContext } from '@main/operations/context'
import type { Mailer } from '../mail'
import type { Outbound } from '../outbound'
import type { PluginService } from '../plugins'
import type { ExportPorts } from './export'
import type { ImportPorts } from './import'
import type { ScriptPorts } from './script'
import type { CallOperation } from './call'
import type { SnapshotPorts } from './snapshot'

export interface ActionPorts extends Omit<ExportPorts, 'clock'>, Omit<ImportPorts, 'outbound' | 'call'> {
  readonly clock: Clock
  readonly outbound: Outbound
  /** Adds the automations that lead to a request. */
  readonly trailHeaders: Pick<TrailHeaders, 'mark'>
  readonly mailer: Mailer
  readonly plugins: Pick<PluginService, 'send'>
  readonly snapshots: SnapshotPorts
  readonly runScript: ScriptPorts['runScript']
  readonly rest: ScriptPorts['rest']
  /** Runs a script of SQL to its end, in a session that may write. */
  readonly writeSql: (context: CallContext, sql: string, parameters: SqlParameters) => Promise<readonly SqlRow[]>
  /** Calls an operation with the rights of a context. */
  readonly call: CallOperation
}

export type SqlRow = Readonly<Record<string, SqlValue>>
