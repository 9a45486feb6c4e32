import type { Table } from '@common/model'
import { systemPrincipal } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import type { Step, StepResult } from '@main/db/statement'
import type { Clock } from '@main/lib/clock'
import type { DataApiPorts } from '../ports'
import type { ChangeEvents } from './change-events'
import { dependentsOf, type Dependent } from './dependents'
import { explainReferenced } from './referenced'
import { childTables } from './stored-in'
import { transact, type WriteCall } from './write-call'
import type { ChangeEvent } from './change-event'

/** Shared by single and bulk writes: effects of deletes, and the change event. */
export interface RowWriting {
  readonly events: ChangeEvents
  readonly clock: Clock
  /** Returns the effects of a delete, if there are listeners. */
  readonly reached: (call: WriteCall) => Promise<readonly Dependent[]>
  /** Returns the inheriting tables, which can store rows of the table, if there are listeners. */
  readonly inherited: (call: WriteCall) => Promise<readonly Table[]>
  /** Deletes rows. If other records link to one, the error names them. */
  readonly removing: (
    call: WriteCall,
    keys: readonly (readonly string[])[],
    steps: readonly Step[],
  ) => Promise<StepResult[]>
  readonly publish: (
    call: WriteCall,
    change: Pick<ChangeEvent, 'kind' | 'keys' | 'before' | 'after' | 'along' | 'own' | 'set'>,
  ) => void
}

/** @param ports  look-ups of the system: a delete changes linked rows that the principal may not see */
export function createRowWriting(events: ChangeEvents, clock: Clock, ports: Pick<DataApiPorts, 'tables'>): RowWriting {
  const tableNamed = (projectId: string, name: string): Promise<Table | undefined> =>
    ports.tables(systemPrincipal).named(projectId, name)
  /** Effects of a delete, if there are listeners. */
  const reached = async ({ index, projectId }: WriteCall): Promise<readonly Dependent[]> =>
    events.heard ? dependentsOf(index.table, (name) => tableNamed(projectId, name)) : []

  /** Deletes rows. If other records link to one, the error names them. */
  const removing = async (
    call: WriteCall,
    keys: readonly (readonly string[])[],
    steps: readonly Step[],
  ): Promise<StepResult[]> => {
    const { database, index, projectId } = call
    try {
      const before = [{ step: steps.length - 1, rows: keys.length }]
      return await transact({ ...call, recorder: events.recorder }, steps, [{ kind: 'delete', before }])
    } catch (error) {
      // The explanation names linked records, which may be hidden.
      if (isLimited(call.context.principal)) throw error
      throw await explainReferenced(error, {
        database,
        index,
        keys,
        tableNamed: (name) => tableNamed(projectId, name),
      })
    }
  }

  const inherited = async ({ index, projectId }: WriteCall): Promise<readonly Table[]> =>
    events.heard ? childTables(index.table, (name) => tableNamed(projectId, name)) : []

  const publish = (
    call: WriteCall,
    change: Pick<ChangeEvent, 'kind' | 'keys' | 'before' | 'after' | 'along' | 'own' | 'set'>,
  ): void => {
    const { projectId, index, why, context } = call
    const when = clock.now().toISOString()
    events.publish({ ...change, typed: true, projectId, table: index.table, when, why }, context)
  }

  return { events, clock, reached, inherited, removing, publish }
}
