import { t } from '@renderer/i18n'
import type { Diagram } from './diagram'

/** A relation in words, and the table that it leads to. */
export interface RelationLine {
  readonly text: string
  readonly table: string
}

/** Returns the relations of a table as sentences for screen readers: the same content as the lines of the drawing. */
export function relationLines({ tables, relations }: Diagram, name: string): RelationLine[] {
  const titles = new Map(tables.map((table) => [table.name, table.title]))
  const titleOf = (table: string): string => titles.get(table) ?? table
  const columnOf = (table: string, column: string | undefined): string =>
    tables.find((one) => one.name === table)?.columns.find((one) => one.name === column)?.title ?? column ?? ''
  return relations.flatMap(({ from, to, fromEnd, toEnd, toColumn, through }): RelationLine[] => {
    const other = from === name ? to : from
    if (fromEnd === 'many' && (from === name || to === name)) {
      const table = titleOf(other)
      return [
        {
          text: through ? t('erd.relations.pairs', { table, through }) : t('erd.relations.manyToMany', { table }),
          table: other,
        },
      ]
    }
    const lines: RelationLine[] = []
    if (to === name)
      lines.push({
        text: t('erd.relations.toOne', { column: columnOf(to, toColumn), table: titleOf(from) }),
        table: from,
      })
    if (from === name)
      lines.push({
        text: t(toEnd === 'many' ? 'erd.relations.fromMany' : 'erd.relations.fromOne', { table: titleOf(to) }),
        table: to,
      })
    return lines
  })
}

/** A card in one sentence. */
export function cardSentence(diagram: Diagram, name: string): string {
  const table = diagram.tables.find((one) => one.name === name)?.title ?? name
  const relations = relationLines(diagram, name).map(({ text }) => text)
  return t('erd.card', { table, relations: relations.length === 0 ? t('erd.unrelated') : relations.join('. ') })
}
