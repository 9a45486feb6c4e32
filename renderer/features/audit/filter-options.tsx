import type { Origin } from '@common/model'
import type { AuditCounts } from '@common/operations/audit'
import { formatNumber, t } from '@renderer/i18n'
import { Icon } from '@renderer/ui'
import { actorIcon, actorName } from './actor-words'
import { typeWords } from './audit-words'
import type { Filters } from './filters'

/**
 * Returns the options of the filters, each with its number of lines. The first option of each has the empty value, for no
 * choice.
 *
 * @param counts  undefined while they load
 * @param labels  of the first options of actors and origins, other than those of the audit
 */
export function filterOptions(
  counts: AuditCounts | undefined,
  { type, table, origin }: Pick<Filters, 'type' | 'table' | 'origin'>,
  tableTitle: (name: string) => string,
  { anyone = t('audit.filter.everyone'), anyOrigin = t('audit.filter.anyOrigin') } = {},
) {
  const counted = (label: string, count: number): string =>
    t('audit.filter.counted', { label, count: formatNumber(count) })
  return {
    type: [
      { value: '', label: t('audit.filter.everything') },
      ...withChosen(counts?.types, type).map(({ value, count }) => ({
        value,
        label: counted(typeWords(value), count),
      })),
    ],
    table: [
      { value: '', label: t('audit.filter.everywhere') },
      ...withChosen(counts?.tables, table).map(({ value, count }) => ({
        value,
        label: counted(tableTitle(value), count),
      })),
    ],
    who: [
      { value: '', label: anyone },
      ...(counts?.people ?? []).map(({ who, kind, label, count }) => ({
        value: JSON.stringify(who),
        label: counted(actorName(kind, label), count),
        icon: <Icon name={actorIcon(kind)} size={12} />,
      })),
    ],
    origin: [
      { value: '' as const, label: anyOrigin },
      ...withChosen(counts?.origins, origin).map(({ value, count }) => ({
        value: value as Origin,
        label: counted(t(`audit.origin.${value as Origin}`), count),
      })),
    ],
  }
}

/** Returns the choices, with the chosen one even if nothing matches it now. */
function withChosen(
  choices: readonly { readonly value: string; readonly count: number }[] = [],
  chosen: string,
): readonly { readonly value: string; readonly count: number }[] {
  return chosen === '' || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, count: 0 }]
}
