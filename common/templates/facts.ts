import type { StoredTemplate } from './stored'

/** Facts of a template in a list. */
export interface TemplateFacts {
  readonly title: string
  readonly description: string
  /** Text of a linear gradient; empty for none. */
  readonly image: string
  readonly category: string
  readonly tags: readonly string[]
  readonly tables: number
  /** Sample rows of all tables. */
  readonly rows: number
}

/** Longest description in a list. Cards show 200 characters. */
const listedCharacters = 500

export function templateFacts(template: StoredTemplate): TemplateFacts {
  const { title, description, image_url: image, category, tags, tables } = template
  return {
    title,
    description: [...description].slice(0, listedCharacters).join(''),
    image,
    category,
    tags,
    tables: tables.length,
    rows: tables.reduce((sum, table) => sum + rowsOf(table), 0),
  }
}

/** Returns the number of sample rows: the longest list of values. */
export function rowsOf({ columns, hasMany, manyToMany, belongsTo }: StoredTemplate['tables'][number]): number {
  const lists = [columns, hasMany, manyToMany, belongsTo].flat().map(({ values }) => values?.length ?? 0)
  return Math.max(0, ...lists)
}
