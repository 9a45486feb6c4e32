import { metaTable } from '../meta-table'

/** Templates that users store, and edited copies of built-in ones. */
export const templates = metaTable('nc_templates', {
  /** An edited copy has the id of the built-in template. */
  id: 'text',
  /** JSON text: what a list shows (`common/templates/facts.ts`). */
  facts: 'text',
  /** JSON text: the stored form of the template. */
  body: 'text',
  /** Author; null for scripts with the edit token alone. */
  user_id: 'integer?',
  email: 'text?',
  /** 0 for templates that only their address shows. */
  listed: 'integer',
  created_at: 'text',
  updated_at: 'text',
})
