import { driftChange, type DriftChange, type TableDrift } from '@common/model/drift'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { name } from './shapes'

const wireChange = driftChange
  .omit({ column: true, relatedTable: true })
  .extend({ cn: z.string().optional(), rtn: z.string().optional() })
const wireTable = z.object({
  tn: z.string(),
  _tn: z.string(),
  type: z.enum(['table', 'view']),
  detectedChanges: z.array(wireChange),
})

/** Calls about changes by other programs (wire §4.4). */
export const schemaDriftCalls = {
  xcMetaDiff: translated('schemaDrift', {
    input: z.strictObject({ tn: name.optional(), different: z.boolean().optional() }),
    output: z.array(wireTable),
    toInput: ({ tn, different }) => ({ table: tn, different }),
    toBody: (tables) => tables.map(tableToWire),
  }),
  xcMetaDiffSync: translated('schemaSync', {
    input: z.strictObject({
      tables: z.array(name).max(100_000).optional(),
      choices: z.record(z.string().max(2_000), z.boolean()).optional(),
    }),
    output: z.object({ msg: z.literal('success'), tables: z.number() }),
    toInput: (body) => body,
    toBody: ({ tables }) => ({ msg: 'success' as const, tables }),
  }),
}

function tableToWire({ table: tn, title: _tn, type, changes }: TableDrift): z.infer<typeof wireTable> {
  return { tn, _tn, type, detectedChanges: changes.map(changeToWire) }
}

/** Keeps the order of the keys. */
function changeToWire(change: DriftChange): z.infer<typeof wireChange> {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key === 'column' ? 'cn' : key === 'relatedTable' ? 'rtn' : key,
      value,
    ]),
  ) as z.infer<typeof wireChange>
}
