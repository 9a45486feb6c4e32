import { storedTemplate, templateFacts, type StoredTemplate, type TemplateFacts } from '@common/templates'
import { AppError } from '@common/errors'
import { deleteFrom, insertInto, metaTables, transactGuarded, updateIn, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'

const { templates } = metaTables

/** An entry without its template. */
export interface StoredEntry {
  readonly id: string
  readonly facts: TemplateFacts
  readonly userId: number | null
  readonly email: string | null
}

export interface TemplateAuthor {
  readonly userId: number | null
  readonly email: string | null
}

/** Templates that users store. */
export interface TemplateRepository {
  /** Lists the entries of the gallery. */
  readonly list: () => Promise<readonly StoredEntry[]>
  readonly find: (id: string) => Promise<(StoredEntry & { readonly template: StoredTemplate }) | undefined>
  readonly author: (id: string) => Promise<TemplateAuthor | undefined>
  /** @throws AppError TEMPLATES_TOO_MANY */
  readonly add: (
    id: string,
    template: StoredTemplate,
    author: TemplateAuthor,
    options: { readonly isListed: boolean },
  ) => Promise<void>
  readonly replace: (id: string, template: StoredTemplate) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

/** Templates of one user, and of scripts that have the edit token alone. */
export const templatesPerUserMax = 500

export function createTemplateRepository(store: MetaStore, clock: Clock): TemplateRepository {
  const now = (): string => clock.now().toISOString()
  return {
    list: async () => {
      const rows = await store.read('SELECT id, facts, user_id, email FROM nc_templates WHERE listed = 1 ORDER BY id')
      return rows.map(([id, facts, userId, email]) => ({
        id: String(id),
        facts: JSON.parse(String(facts)) as TemplateFacts,
        userId: userId === null || userId === undefined ? null : Number(userId),
        email: typeof email === 'string' ? email : null,
      }))
    },

    find: async (id) => {
      const row = await store.find(templates, { id })
      if (row === undefined) return undefined
      return {
        id,
        facts: JSON.parse(row.facts) as TemplateFacts,
        userId: row.user_id,
        email: row.email,
        template: storedTemplate.parse(JSON.parse(row.body)),
      }
    },

    author: async (id) => {
      const [row] = await store.read('SELECT user_id, email FROM nc_templates WHERE id = ?', [id])
      if (row === undefined) return undefined
      const [userId, email] = row
      return {
        userId: userId === null || userId === undefined ? null : Number(userId),
        email: typeof email === 'string' ? email : null,
      }
    },

    add: async (id, template, { userId, email }, { isListed }) => {
      const whose = userId === null ? 'user_id IS NULL' : 'user_id = ?'
      const counted = `SELECT n FROM (SELECT COUNT(*) AS n FROM ${templates.name} WHERE ${whose}) counted`
      const isAdded = await transactGuarded(store, [
        insertInto(templates, {
          id,
          facts: JSON.stringify(templateFacts(template)),
          body: JSON.stringify(template),
          user_id: userId,
          email,
          listed: isListed ? 1 : 0,
          created_at: now(),
          updated_at: '',
        }),
        // Counts in the transaction, so that simultaneous calls can't exceed the limit.
        updateIn(
          templates,
          { updated_at: now() },
          `id = ? AND (${counted}) <= ?`,
          [id, ...(userId === null ? [] : [userId]), templatesPerUserMax],
          { expectRows: 1 },
        ),
      ])
      if (!isAdded) throw new AppError('TEMPLATES_TOO_MANY', { limit: templatesPerUserMax })
    },

    replace: async (id, template) => {
      const row = {
        facts: JSON.stringify(templateFacts(template)),
        body: JSON.stringify(template),
        updated_at: now(),
      }
      await store.transact([updateIn(templates, row, { id })])
    },

    remove: async (id) => {
      await store.transact([deleteFrom(templates, { id })])
    },
  }
}
