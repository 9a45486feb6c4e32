import { projectRoles, type Permission } from '@common/permissions'
import { projectPermissions } from '@common/permissions/custom-role'
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

export const accessOperations = defineOperations({
  /** Lists the roles of the project, the strongest first. */
  roleList: {
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
})
