import { metaTable, type MetaRow } from '../meta-table'

/** Installed plugins. Unique by project and plugin. */
export const plugins = metaTable('nc_plugins', {
  id: 'text',
  project_id: 'text',
  /** One of `pluginIds`. */
  plugin: 'text',
  active: 'integer',
  /** JSON text: a list of entries, without secrets. */
  input: 'text',
  /** Encrypted JSON: the secrets of the same entries. */
  sealed: 'text',
  created_at: 'text',
  updated_at: 'text',
})

export type PluginRow = MetaRow<typeof plugins>
