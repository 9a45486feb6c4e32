import { projectRoles, type Permission } from '@common/permissions'
import { projectPermissions } from '@common/permissions/custom-role'
import { columnAccesses, modelKinds, tableRights } from '@common/principal/access'
import { viewFilterGroup } from '@common/views/settings'
import { z } from 'zod'
import { defineOperations } from './define'

/** Name of a role in calls: the name of a system role, or the id of a custom one. */
export const roleReferenceInput = z.string().min(1).max(64)
/** A role of a member, an invitation or a token. */
export const namedRole = {
  /** Name of a system role, or the id of a custom one. */
  role: z.string(),
  /** Title of a custom role; null for a system role, whose name the reader's language has. */
  roleTitle: z.string().nullable(),
}

const customRoleId = z.string().min(1).max(64)
const permission = z.enum(projectPermissions as [Permission, ...Permission[]])

const roleInput = {
  title: z.string().max(200),
  description: z.string().max(2_000),
  permissions: z.array(permission).max(200),
}

const role = z.object({
  /** Name of a system role, or the id of a custom one. */
  id: z.string(),
  /** Empty for a system role, whose name the reader's language has. */
  title: z.string(),
  description: z.string(),
  system: z.boolean(),
  /** The system role, or the weakest one with all permissions of the custom role. */
  rank: z.enum(projectRoles),
  permissions: z.array(z.string()),
  /** Members with this role. */
  members: z.number(),
  /** True if the caller may give this role to others. */
  givable: z.boolean(),
})
export type ListedRole = z.infer<typeof role>

const roleRules = z.object({
  role: z.string(),
  /** Effective rights: what the permissions of the role and its rules allow. */
  create: z.boolean(),
  read: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
  /** Rights that the permissions of the role grant. Rules can only take from these. */
  granted: z.object({ create: z.boolean(), read: z.boolean(), update: z.boolean(), delete: z.boolean() }),
  /** Columns with a rule, by name or id. Others can be read and written. */
  columns: z.record(z.string(), z.enum(columnAccesses)),
  rows: viewFilterGroup.nullable(),
  disabled: z.boolean(),
})
const tableRules = z.object({
  table: z.string(),
  title: z.string(),
  type: z.enum(['table', 'view']),
  roles: z.array(roleRules),
})
export type TableRulesEntry = z.infer<typeof tableRules>

const table = z.string().min(1).max(255)
const modelKind = z.enum(modelKinds)

/** Why something isn't there for a role. */
const hiddenBecause = z.enum([
  /** The role lacks a permission. */
  'permission',
  /** The table is disabled for the role. */
  'disabled',
  /** A rule of the role for the table forbids it. */
  'rule',
  /** It leads to, or is computed from, something hidden. */
  'madeFromHidden',
])

const explanation = z.object({
  role: z.string(),
  /** Title of a custom role; empty for a system role. */
  roleTitle: z.string(),
  /** Permissions that the role lacks. */
  missing: z.array(z.string()),
  tables: z.array(
    z.object({
      table: z.string(),
      title: z.string(),
      type: z.enum(['table', 'view']),
      /** Rights that are missing, and why. */
      rights: z.array(z.object({ right: z.enum(tableRights), because: hiddenBecause })),
      /** Columns that are hidden or read-only, and why. */
      columns: z.array(
        z.object({
          column: z.string(),
          title: z.string(),
          access: z.enum(['hidden', 'read']),
          because: hiddenBecause,
          /** The hidden table or column behind it. */
          cause: z.object({ table: z.string(), column: z.string().nullable() }).nullable(),
        }),
      ),
      /** True if a row rule hides other rows. */
      rowsRuled: z.boolean(),
      /** The row rule; null without one, and if it names columns that the caller doesn't see. */
      rows: viewFilterGroup.nullable(),
      /** Titles of the columns that the row rule names, in its order; of those that the caller sees. */
      rowColumns: z.array(z.string()),
      /** Views of the table that are disabled. */
      views: z.array(z.object({ view: z.string(), title: z.string() })),
    }),
  ),
})
export type AccessExplanation = z.infer<typeof explanation>

const wantedRules = z.strictObject({
  table,
  role: roleReferenceInput,
  rules: z.strictObject({
    create: z.boolean().optional(),
    read: z.boolean().optional(),
    update: z.boolean().optional(),
    delete: z.boolean().optional(),
    columns: z.record(z.string().min(1).max(255), z.enum(columnAccesses)).optional(),
    rows: viewFilterGroup.nullable().optional(),
  }),
})
export type WantedTableRules = z.infer<typeof wantedRules>

const saveErrors = [
  'TABLE_NOT_FOUND',
  'COLUMN_NOT_FOUND',
  'ROLE_NOT_FOUND',
  'RULES_NOT_YOURS',
  'ROW_RULE_INVALID',
  'ROW_RULE_TOO_LARGE',
] as const

export const accessOperations = defineOperations({
  /** Lists the roles of the project, the strongest first. */
  roleList: {
    withoutPreview: true,
    reads: ['access', 'projects'],
    scope: 'project',
    permission: 'member.invite',
    input: z.strictObject({}),
    output: z.object({ list: z.array(role) }),
    errors: [],
  },
  /** Creates a role from permissions that the caller has. */
  roleCreate: {
    changes: ['access'],
    scope: 'project',
    permission: 'role.manage',
    input: z.strictObject({ ...roleInput, description: roleInput.description.default('') }),
    output: z.object({ id: z.string() }),
    errors: ['ROLE_TITLE_INVALID', 'ROLE_TITLE_TAKEN', 'ROLE_ABOVE_OWN', 'ROLES_FULL'],
  },
  /** Changes a role at once for everybody who has it. */
  roleUpdate: {
    changes: ['access', 'projects'],
    scope: 'project',
    permission: 'role.manage',
    input: z.strictObject({
      id: customRoleId,
      title: roleInput.title.optional(),
      description: roleInput.description.optional(),
      permissions: roleInput.permissions.optional(),
    }),
    output: z.null(),
    errors: ['ROLE_NOT_FOUND', 'ROLE_TITLE_INVALID', 'ROLE_TITLE_TAKEN', 'ROLE_ABOVE_OWN'],
  },
  /** Deletes a role. `instead` is the role that its holders get; without it, a role in use stays. */
  roleDelete: {
    changes: ['access', 'projects'],
    scope: 'project',
    permission: 'role.manage',
    input: z.strictObject({ id: customRoleId, instead: roleReferenceInput.optional() }),
    output: z.null(),
    errors: ['ROLE_NOT_FOUND', 'ROLE_IN_USE', 'ROLE_ABOVE_OWN'],
  },
  /** Returns the access rules of all roles but the owner, for each table or for one. */
  accessRulesRead: {
    reads: ['access', 'schema', 'metadata'],
    scope: 'project',
    permission: 'access.manage',
    input: z.strictObject({ table: table.optional() }),
    output: z.object({ list: z.array(tableRules) }),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Replaces the access rules of a role for a table. Parts that are left out don't restrict. */
  accessRulesSave: {
    changes: ['access'],
    scope: 'project',
    permission: 'access.manage',
    input: wantedRules,
    output: z.null(),
    errors: saveErrors,
  },
  /** Replaces the access rules of several roles and tables, all or nothing. */
  accessRulesSaveBulk: {
    changes: ['access'],
    scope: 'project',
    permission: 'access.manage',
    input: z.strictObject({ list: z.array(wantedRules).max(10_000) }),
    output: z.null(),
    errors: saveErrors,
  },
  /** Lists what is disabled for roles: models that don't exist for them. */
  disabledModelsRead: {
    reads: ['access', 'schema', 'metadata'],
    scope: 'project',
    permission: 'access.manage',
    input: z.strictObject({}),
    output: z.object({ list: z.array(z.object({ kind: modelKind, name: z.string(), roles: z.array(z.string()) })) }),
    errors: [],
  },
  /** Disables models for roles, or enables them again. Others stay. */
  disabledModelsSave: {
    changes: ['access'],
    scope: 'project',
    permission: 'access.manage',
    input: z.strictObject({
      list: z
        .array(
          z.strictObject({
            kind: modelKind,
            name: table,
            disabled: z.record(roleReferenceInput, z.boolean()),
          }),
        )
        .max(10_000),
    }),
    output: z.null(),
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_VIEW_NOT_FOUND',
      'ROUTINE_NOT_FOUND',
      'RELATION_NOT_FOUND',
      'ROLE_NOT_FOUND',
      'RULES_NOT_YOURS',
    ],
  },
  /**
   * Tells what a user, a role or an API token can't see or do, and the rule that causes it. Tokens of others need
   * `token.manage`.
   */
  accessExplain: {
    withoutPreview: true,
    reads: ['access', 'schema', 'metadata', 'projects'],
    scope: 'project',
    permission: 'access.manage',
    input: z.union([
      z.strictObject({ userId: z.number().int(), table: table.optional() }),
      z.strictObject({ role: roleReferenceInput, table: table.optional() }),
      z.strictObject({ tokenId: z.string().min(1).max(64), table: table.optional() }),
    ]),
    output: explanation,
    errors: ['TABLE_NOT_FOUND', 'ROLE_NOT_FOUND', 'USER_NOT_FOUND', 'API_TOKEN_NOT_FOUND'],
  },
})
