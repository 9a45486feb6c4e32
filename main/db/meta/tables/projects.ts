import { metaTable, type MetaRow } from '../meta-table'

/* Projects, their members and what each role may see. */

export const projects = metaTable('nc_projects', {
  id: 'text',
  title: 'text',
  description: 'text?',
  /** rest, graphql … (`projectTypes`). */
  type: 'text',
  /** builtIn, file … (`projectSources`). */
  source: 'text',
  /** Absolute path of an opened file. For a built-in database, its base name in the profile's `projects` folder. */
  filename: 'text',
  prefix: 'text',
  /** Encrypted JSON of `ConnectionSettings`; null for database files. */
  connection: 'text?',
  /** 1 for a database in production. */
  production: 'integer?',
  /** Increments with every change of custom roles and access rules. Null before the first. */
  access_revision: 'integer?',
  /** Name of the working environment; null for the default one. */
  working_environment: 'text?',
  owner_id: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** Members of projects. Unique by both ids. */
export const projectUsers = metaTable('nc_projects_users', {
  project_id: 'text',
  user_id: 'integer',
  /** One of `projectRoles`, or the id of a custom role. */
  roles: 'text',
  /** When this user last opened the project. */
  opened_at: 'text?',
  created_at: 'text',
})

/** Pending invitations. A used or revoked one is deleted. */
export const invitations = metaTable('nc_invitations', {
  id: 'text',
  /** As in `users`. */
  email: 'text',
  /** SHA-256 of the token, hexadecimal. Unique. */
  token_hash: 'text',
  /** Null for an invitation to the installation alone. */
  project_id: 'text?',
  /** Role in the project. */
  role: 'text?',
  /** 1 if the token went to the address by mail, so that it proves the address. */
  mailed: 'integer',
  invited_by: 'integer?',
  /** E-mail address of the person who invites. */
  inviter: 'text?',
  created_at: 'text',
  expires_at: 'text',
})

/** Custom roles of projects. Titles are unique in a project. */
export const roles = metaTable('nc_roles', {
  /** Never the name of a system role. */
  id: 'text',
  project_id: 'text',
  title: 'text',
  /** Unique by project. */
  title_key: 'text',
  description: 'text',
  /** JSON text: a list of permissions. */
  permissions: 'text',
  created_at: 'text',
  updated_at: 'text',
})

/**
 * Access rules of a role for a table or SQL view, which override the role's permissions. Unique by project, role and
 * table name. Rules of a dropped table stay, so that a restored table has them again.
 */
export const acl = metaTable('nc_acl', {
  project_id: 'text',
  /** As in `projectUsers`. */
  role: 'text',
  table_name: 'text',
  /** JSON text of `StoredRules`. */
  rules: 'text',
  updated_at: 'text',
})

/** Models that don't exist for a role. Unique by project, role, kind and name. */
export const disabledModels = metaTable('nc_disabled_models_for_role', {
  project_id: 'text',
  role: 'text',
  /** One of `modelKinds`. */
  kind: 'text',
  name: 'text',
})

/** API tokens of projects. */
export const apiTokens = metaTable('nc_api_tokens', {
  id: 'text',
  project_id: 'text',
  /** The person who created the token. */
  user_id: 'integer',
  title: 'text',
  /** As in `projectUsers`. */
  role: 'text',
  /** SHA-256 of the token, hexadecimal. Unique. */
  token_hash: 'text',
  /** Last characters of the token, so that people recognize it. */
  ending: 'text',
  expires_at: 'text?',
  created_at: 'text',
})

/** Last use of each API token; null for none. */
export const apiTokenUses = metaTable('nc_api_token_uses', { token_id: 'text', used_at: 'text?' })

export type ProjectRow = MetaRow<typeof projects>
export type ProjectUserRow = MetaRow<typeof projectUsers>
export type InvitationRow = MetaRow<typeof invitations>
export type RoleRow = MetaRow<typeof roles>
export type AclRow = MetaRow<typeof acl>
