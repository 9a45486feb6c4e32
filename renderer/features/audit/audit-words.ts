import type { ListedAuditLine } from '@common/operations/audit'
import { formatDateTime, formatNumber, roleName, t, type TranslationKey } from '@renderer/i18n'
import { actions, settings, types } from './known-actions'

/** Returns the words for a kind of entries. A kind without words shows its name. */
export function typeWords(type: string): string {
  return types.includes(type) ? t(`audit.type.${type}` as 'audit.type.DATA') : plainWords(type)
}

/** Returns the action of an entry as a sentence. An operation without a sentence shows its name. */
export function whatWords(line: ListedAuditLine): string {
  const { type, action } = line
  const name = `${type}_${action}`
  const count = rowsOf(line) ?? 1
  if (actions.includes(name))
    return t(`audit.what.${name}` as TranslationKey & 'audit.what.DATA_INSERT', { count, shown: formatNumber(count) })
  return plainWords(action)
}

/** relationCreate → relation create. Older lines hold names of the original, which begin with xc. */
function plainWords(name: string): string {
  return name
    .replace(/^xc/, '')
    .replaceAll(/[A-Z0-9]+/g, (part) => ` ${part.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim()
}

/** Returns the number of rows of a bulk change; undefined for entries about one record or anything else. */
export function rowsOf({ type, action, rowId, details }: ListedAuditLine): number | undefined {
  if (type !== 'DATA' || rowId !== null || !['INSERT', 'UPDATE', 'DELETE'].includes(action)) return undefined
  return typeof details === 'object' && details !== null && 'rows' in details ? Number(details.rows) : undefined
}

/** One difference: its label, with the old and new value. */
export interface Difference {
  readonly label: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Returns the differences in the details of an entry. */
export function differencesOf(line: ListedAuditLine): Difference[] {
  if (line.type === 'COMMENT' && line.action === 'INSERT')
    return [{ label: t('audit.detail.comment'), after: line.description ?? '' }]
  if (rowsOf(line) !== undefined) return []
  const { details } = line
  if (Array.isArray(details)) return details.flatMap(valueDifference)
  if (typeof details !== 'object' || details === null) return []
  const { before, after, values, ...rest } = details as Readonly<Record<string, unknown>>
  const renamed = before === undefined ? [] : [{ label: t('audit.name'), before: shown(before), after: shown(after) }]
  const set = Array.isArray(values) ? values.flatMap(settingDifference) : []
  // Values say the same and more.
  const others = Object.entries(rest).filter(([name]) => set.length === 0 || !namesOfChanged.includes(name))
  return [...others.flatMap(([name, value]) => detail(line, name, value)), ...renamed, ...set]
}

function valueDifference(value: unknown): Difference[] {
  if (typeof value !== 'object' || value === null) return []
  const { column, before, after } = value as Readonly<Record<string, unknown>>
  return [{ label: shown(column), before: shown(before), after: shown(after) }]
}

/** A changed setting, with its name in words: `Price: Type`. */
function settingDifference(value: unknown): Difference[] {
  if (typeof value !== 'object' || value === null) return []
  const { column, of, before, after } = value as Readonly<Record<string, unknown>>
  const name = shown(column)
  const words = settings.includes(name) ? t(`audit.setting.${name}` as 'audit.setting.host') : name
  return [
    {
      label: typeof of === 'string' ? t('audit.settingOf', { whole: of, setting: words }) : words,
      before: settingValue(name, before),
      after: settingValue(name, after),
    },
  ]
}

function settingValue(name: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (name === 'role' && typeof value === 'string') return roleName({ role: value, roleTitle: value })
  if (name === 'expiresAt' && typeof value === 'string') return formatDateTime(value)
  return shown(value)
}

/** Lists of the names of changed columns. */
const namesOfChanged: readonly string[] = ['changed', 'renamed']

const detailNames = [
  'name',
  'record',
  'added',
  'changed',
  'deleted',
  'columns',
  'rows',
  'title',
  'to',
  'role',
  'provider',
  'format',
  'given',
  'taken',
  'condition',
] as const

/** Returns the title of the view that a line is about, or whose link; undefined for the default grid. */
export function viewOf({ type, details }: ListedAuditLine): string | undefined {
  return type === 'VIEW' || type === 'SHARE' ? titleOf({ type, details }) : undefined
}

/** Returns the title of what an entry is about, such as an automation, a plugin or an index. */
export function titleOf({ type, details }: Pick<ListedAuditLine, 'type' | 'details'>): string | undefined {
  if (type === 'DATA' || type === 'AUTHENTICATION' || typeof details !== 'object' || details === null) return undefined
  return 'title' in details && typeof details.title === 'string' && details.title !== '' ? details.title : undefined
}

function detail(line: ListedAuditLine, name: string, value: unknown): Difference[] {
  const { type } = line
  // Beside the table.
  if (name === 'title' && viewOf(line) !== undefined) return []
  if (name === 'title' && type === 'AUTHENTICATION') return [{ label: t('audit.detail.person'), after: shown(value) }]
  if (name === 'base') return [{ label: t('audit.detail.base'), after: t('audit.detail.wholeBase') }]
  if (name === 'renamed' && Array.isArray(value))
    return value.map((pair: unknown) => {
      const [before, after] = Array.isArray(pair) ? pair : []
      return { label: t('audit.detail.renamed'), before: shown(before), after: shown(after) }
    })
  const label = detailNames.find((each) => each === name)
  return label === undefined ? [] : [{ label: t(`audit.detail.${label}`), after: settingValue(name, value) }]
}

/** A value of history as a line of text. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if ('cut' in value) return `${String(value.cut)}…`
  if ('bytes' in value) return t('audit.bytes', { count: Number(value.bytes) })
  return JSON.stringify(value)
}
