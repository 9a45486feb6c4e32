import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { accessOperations, type TableRulesEntry } from '@common/operations/access'
import { tableRights, type TableRight } from '@common/principal/access'
import type { AccessFeature, RuleChange, TableRulesService } from '@main/features/access'
import type { Tables } from '@main/features/tables'
import { inProject } from '@main/operations/context'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { readJsonText } from '../json-text'
import { required } from '../required'
import { listed, name, wireList } from '../shapes'
import { aclOf, aggregatedAcl, currentRules, wantedRules, wireAcl, type WireAcl } from './acl'
import { routesOf } from './routes'

/** Services behind the calls about access rules. */
export interface AccessCallServices {
  readonly access: Pick<AccessFeature, 'rules' | 'models' | 'saving'>
  readonly tables: Pick<Tables, 'catalog'>
}

const ofTable = z.strictObject({ tn: name.optional(), name: name.optional() })
const aclCharactersMax = 1_000_000
const rights = z.strictObject({
  create: z.boolean().optional(),
  read: z.boolean().optional(),
  update: z.boolean().optional(),
  delete: z.boolean().optional(),
})
const aggregated = z.record(z.string(), z.record(z.string(), z.boolean()))
const route = z.object({
  tn: z.string(),
  title: z.string(),
  type: z.string(),
  path: z.string(),
  handler: z.string(),
  acl: z.record(z.string(), z.boolean()),
})
const manage = { scope: 'project', permission: 'access.manage' } as const
const saveErrors = [...accessOperations.accessRulesSave.errors, 'RIGHT_NOT_GRANTED', 'JSON_INVALID'] as const

/** Calls about the access rules of tables (wire §13.3) and the routes that they open. */
export const accessCalls = (services?: AccessCallServices) => ({
  xcAclGet: translated('accessRulesRead', {
    input: ofTable,
    output: z.object({ tn: z.string(), title: z.string(), type: z.string(), acl: z.string() }),
    toInput: (body) => ({ table: tableIn(body) }),
    toBody: ({ list }) => {
      const [entry] = list
      if (entry === undefined) throw new AppError('TABLE_NOT_FOUND')
      return { tn: entry.table, title: entry.title, type: entry.type, acl: JSON.stringify(aclOf(entry)) }
    },
  }),
  /** `acl` as object or as the text of xcAclGet. Roles and operations that are left out stay as they are. */
  xcAclSave: scripted(
    {
      ...manage,
      changes: ['access'],
      input: z.strictObject({
        tn: name.optional(),
        name: name.optional(),
        acl: z.union([z.string().max(aclCharactersMax), wireAcl]),
      }),
      output: z.literal(1),
      errors: saveErrors,
    },
    {
      handle: async (context, body) => {
        const { principal, projectId } = inProject(context)
        const rules = rulesOf(services)
        const list = await rules.read(principal, projectId, tableIn(body))
        const acl = readAcl(body.acl)
        const table = await tablesOf(services).catalog.as(principal).get(projectId, tableIn(body))
        await accessOf(services).saving.save(
          context,
          list.flatMap((entry) => changesOf(entry, acl, table)),
        )
        return 1 as const
      },
      audit: (body) => ({ operation: 'TABLE_ACL/UPDATED', table: tableIn(body) }),
    },
  ),
  xcAclAggregatedGet: translated('accessRulesRead', {
    input: z.strictObject({}),
    output: aggregated,
    toInput: () => ({}),
    toBody: ({ list }) => aggregatedAcl(list),
  }),
  /** Sets the rights of roles on all tables. Rules about columns and rows stay. */
  xcAclAggregatedSave: scripted(
    {
      ...manage,
      changes: ['access'],
      input: z.record(z.string().min(1).max(64), rights),
      output: z.number(),
      errors: saveErrors,
    },
    {
      handle: async (context, roles) => {
        const { principal, projectId } = inProject(context)
        const rules = rulesOf(services)
        const list = await rules.read(principal, projectId)
        await accessOf(services).saving.save(
          context,
          list.flatMap((entry) => rightsChanged(entry, roles)),
        )
        return list.length
      },
      audit: () => ({ operation: 'TABLE_ACL/UPDATED' }),
    },
  ),
  xcRoutesPolicyGet: translated('accessRulesRead', {
    input: ofTable,
    output: wireList(route),
    toInput: (body) => ({ table: tableIn(body) }),
    toBody: ({ list }) => listed(list.flatMap(routesOf)),
  }),
  xcRoutesPolicyAllGet: translated('accessRulesRead', {
    input: z.strictObject({}),
    output: wireList(route),
    toInput: () => ({}),
    toBody: ({ list }) => listed(list.flatMap(routesOf)),
  }),
})

const accessOf = (services: AccessCallServices | undefined): AccessCallServices['access'] => required(services).access
const rulesOf = (services: AccessCallServices | undefined): TableRulesService => accessOf(services).rules
const tablesOf = (services: AccessCallServices | undefined): Pick<Tables, 'catalog'> => required(services).tables

/** An empty name is no table. */
const tableIn = ({ tn, name: other }: z.infer<typeof ofTable>): string => {
  const table = tn ?? other
  if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: '' })
  return table
}

/** @throws AppError JSON_INVALID */
function readAcl(sent: string | WireAcl): WireAcl {
  if (typeof sent !== 'string') return sent
  try {
    return wireAcl.parse(readJsonText(sent))
  } catch (error) {
    throw new AppError('JSON_INVALID', {}, { cause: error })
  }
}

/** Scripts send the roles that they read: those that didn't change need no right. */
function changesOf({ table, roles }: TableRulesEntry, acl: WireAcl, seen: Table): RuleChange[] {
  return roles.flatMap((role): RuleChange[] => {
    const sent = Object.hasOwn(acl, role.role) ? acl[role.role] : undefined
    const wanted = sent && wantedRules(role, sent, seen)
    return wanted === undefined ? [] : [{ at: { table, role: role.role }, wanted }]
  })
}

/** Rights that a role's permissions don't grant can't be given, so nothing is stored about them. */
function rightsChanged(
  { table, roles }: TableRulesEntry,
  wanted: Readonly<Record<string, z.infer<typeof rights>>>,
): RuleChange[] {
  return roles.flatMap((role): RuleChange[] => {
    const sent = Object.hasOwn(wanted, role.role) ? wanted[role.role] : undefined
    const isOn = (right: TableRight): boolean => sent?.[right] ?? role[right]
    const changed = tableRights.filter((right) => role.granted[right] && isOn(right) !== role[right])
    if (sent === undefined || changed.length === 0) return []
    const taken = tableRights.filter((right) => role.granted[right] && !isOn(right))
    const { columns, rows } = currentRules(role)
    const rule = { ...Object.fromEntries(taken.map((right) => [right, false])), columns, rows }
    return [{ at: { table, role: role.role }, wanted: rule }]
  })
}
