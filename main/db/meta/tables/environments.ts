import { metaTable, type MetaRow } from '../meta-table'

/* Environments of projects. A project without rows here has the default environment only. */

/** Unique by project and name. */
export const environments = metaTable('nc_environments', {
  id: 'text',
  project_id: 'text',
  name: 'text',
  /** As in `projects`. Null: the environment has the database of the default environment. */
  connection: 'text?',
  /** Base name of an own file in the profile's `projects` folder. Null: as `connection`. */
  filename: 'text?',
  /** 1 if its database is in production. `projects` has the mark of the working environment. */
  production: 'integer?',
  created_at: 'text',
  updated_at: 'text',
})

/** Unique by environment and name. */
export const environmentVariables = metaTable('nc_environment_variables', {
  environment_id: 'text',
  name: 'text',
  /** Value; null for a secret. */
  content: 'text?',
  enabled: 'integer',
  updated_at: 'text',
})

/** Values of secret variables, encrypted. Unique by environment and name. */
export const environmentSecrets = metaTable('nc_environment_secrets', {
  environment_id: 'text',
  name: 'text',
  sealed: 'text',
  updated_at: 'text',
})

export type EnvironmentRow = MetaRow<typeof environments>
export type EnvironmentVariableRow = MetaRow<typeof environmentVariables>
