import type { TemplateEntry } from '@common/operations/templates'
import { readDraft, type Draft, type StoredTemplate } from '@common/templates'
import { useOperation } from '@renderer/api'
import { useMemo } from 'react'
import type { TemplateSource } from './template-source'
import { useOpenedTemplate } from './opened-template'
import { rowCount } from './sample-rows'

/** The facts of a template above its tables. */
export interface TemplateFacts {
  readonly title: string
  readonly description: string
  readonly image: string
  readonly category: string
  readonly tags: readonly string[]
  /** The entry of the gallery; undefined for an opened template. */
  readonly entry: TemplateEntry | undefined
  /** Where an opened template comes from: a file or an address. */
  readonly from: string | undefined
  readonly source: TemplateSource
  readonly draft: Draft
  readonly tables: number
  readonly columns: number
  readonly rows: number
}

/** Ids of tables and columns, in the order of reading. */
function counter(): () => string {
  let last = 0
  return () => {
    last += 1
    return `c${String(last).padStart(6, '0')}`
  }
}

function factsOf(
  template: StoredTemplate,
  source: TemplateSource,
  { entry, from }: Pick<TemplateFacts, 'entry' | 'from'>,
): TemplateFacts {
  const draft = readDraft(template, counter())
  return {
    title: source.title,
    // Lists cut long descriptions.
    description: template.description,
    image: entry?.image ?? template.image_url,
    category: entry?.category ?? template.category,
    tags: entry?.tags ?? template.tags,
    entry,
    from,
    source,
    draft,
    tables: draft.tables.length,
    columns: draft.tables.reduce((sum, { columns }) => sum + columns.length, 0),
    rows: draft.tables.reduce((sum, table) => sum + rowCount(table), 0),
  }
}

/** Loads a template of the gallery. */
export function useTemplate(id: string) {
  const answer = useOperation('templateRead', { id }, { silent: true })
  const { data } = answer
  const facts = useMemo(() => {
    if (data === undefined) return undefined
    const { template, ...entry } = data
    return factsOf(template, { kind: 'entry', id: entry.id, title: entry.title }, { entry, from: undefined })
  }, [data])
  return { facts, error: answer.error, isFetching: answer.isFetching, retry: () => void answer.refetch() }
}

/** Returns the template that the user opened from a file or an address, if any. */
export function useOpenedFacts(): TemplateFacts | undefined {
  const opened = useOpenedTemplate((state) => state.opened)
  return useMemo(() => {
    if (opened === undefined) return undefined
    const { template, source } = opened
    return factsOf(template, { kind: 'opened', template, title: template.title }, { entry: undefined, from: source })
  }, [opened])
}
