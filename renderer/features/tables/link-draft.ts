import type { Table, TableSummary } from '@common/model'
import type { LinkKind, ReferenceAction } from '@common/model/relations'
import { nameKey } from '@common/wire/names'

/** A link as the dialog has it. */
export interface LinkDraft {
  readonly title: string
  /** The related table's name in the database; '' where none is chosen. */
  readonly relatedTable: string
  readonly kind: LinkKind
  readonly onDelete: ReferenceAction
  readonly onUpdate: ReferenceAction
  /** True for a foreign key of the database, false for a relation that only Basalt knows. */
  readonly real: boolean
}

export function newLinkDraft(title: string): LinkDraft {
  return { title, relatedTable: '', kind: 'belongsTo', onDelete: 'NO ACTION', onUpdate: 'NO ACTION', real: true }
}

/**
 * Returns the possible actions on linked records after a delete. A row of a junction table has no reference to clear.
 */
export function deleteActions(kind: LinkKind): readonly ReferenceAction[] {
  return kind === 'manyToMany' ? ['CASCADE', 'NO ACTION'] : ['NO ACTION', 'SET NULL', 'CASCADE']
}

export function updateActions(kind: LinkKind): readonly ReferenceAction[] {
  return kind === 'manyToMany' ? ['CASCADE', 'NO ACTION'] : ['NO ACTION', 'CASCADE', 'SET NULL']
}

/** The draft with another kind: actions that it does not have give way to its first. */
export function withKind(draft: LinkDraft, kind: LinkKind): LinkDraft {
  const isPairs = kind === 'manyToMany'
  const fits = isPairs === (draft.kind === 'manyToMany')
  const usual = isPairs ? 'CASCADE' : 'NO ACTION'
  return { ...draft, kind, ...(fits ? {} : { onDelete: usual, onUpdate: usual }) }
}

/** Returns the default title of the column: that of the related table, if it is free. */
export function suggestedTitle(table: Table, related: TableSummary | undefined): string {
  if (related === undefined) return ''
  const taken = new Set([...table.columns, ...table.virtualColumns].map(({ title }) => nameKey(title)))
  return taken.has(nameKey(related.title)) ? '' : related.title
}
