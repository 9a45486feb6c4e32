import type { RowHeight, ViewSettings } from './settings'
import { changedKeys } from './apply'
import { ownValue } from '../util/own-value'

/** A user's change to a view, as data for a message. Columns have the names used in the settings. */
export type SettingsChange =
  | {
      readonly kind: 'hid' | 'showed' | 'resized' | 'sorted' | 'grouped' | 'froze'
      readonly columns: readonly string[]
    }
  | {
      readonly kind:
        | 'moved'
        | 'unfroze'
        | 'filtered'
        | 'unfiltered'
        | 'unsorted'
        | 'ungrouped'
        | 'coloured'
        | 'uncoloured'
        | 'summed'
        | 'several'
    }
  | { readonly kind: 'rowHeight'; readonly rowHeight: RowHeight }

/**
 * Describes the difference between two states of a view, or says that there are several.
 *
 * @param shown  ids of the visible columns in their order, to find the frozen ones
 */
export function describeChange(
  before: ViewSettings,
  after: ViewSettings,
  shown: readonly string[] = [],
): SettingsChange {
  const keys = changedKeys(before, after)
  const [key] = keys
  if (key === undefined || keys.length > 1) return { kind: 'several' }
  switch (key) {
    case 'hidden': {
      const hid = after.hidden.filter((id) => !before.hidden.includes(id))
      const showed = before.hidden.filter((id) => !after.hidden.includes(id))
      if (hid.length > 0 && showed.length > 0) return { kind: 'several' }
      return hid.length > 0 ? { kind: 'hid', columns: hid } : { kind: 'showed', columns: showed }
    }
    case 'widths':
      return {
        kind: 'resized',
        columns: [...new Set([...Object.keys(before.widths), ...Object.keys(after.widths)])].filter(
          (id) => ownValue(before.widths, id) !== ownValue(after.widths, id),
        ),
      }
    case 'order':
      return { kind: 'moved' }
    case 'frozen':
      return after.frozen === 0 ? { kind: 'unfroze' } : { kind: 'froze', columns: shown.slice(0, after.frozen) }
    case 'rowHeight':
      return { kind: 'rowHeight', rowHeight: after.rowHeight }
    case 'filter':
      return { kind: after.filter.filters.length === 0 ? 'unfiltered' : 'filtered' }
    case 'sorts':
      return after.sorts.length === 0
        ? { kind: 'unsorted' }
        : { kind: 'sorted', columns: after.sorts.map(({ column }) => column) }
    case 'groups':
      return after.groups.length === 0
        ? { kind: 'ungrouped' }
        : { kind: 'grouped', columns: after.groups.map(({ column }) => column) }
    case 'colours':
      return { kind: after.colours.length === 0 ? 'uncoloured' : 'coloured' }
    case 'aggregates':
      return { kind: 'summed' }
  }
}
