import { AppError } from '@common/errors'
import type { ListedRole } from '@common/operations/access'
import type { RoleService } from '@main/features/access'
import { inProject } from '@main/operations/context'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { required } from '../required'
import type { CustomRole } from '@common/permissions/custom-role'
import { changedValues, valuesOf, type ChangedValue } from '@main/lib/changed-values'
import { noteValues } from '@main/lib/note-change'

/** Services behind the calls about roles. */
export interface RoleCallServices {
  readonly access: { readonly roles: RoleService }
}

const wireRole = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(['SYSTEM', 'CUSTOM']),
  description: z.string(),
})
const success = z.object({ msg: z.literal('success') })
const role = z.strictObject({
  id: z.string().min(1).max(64).nullish(),
  title: z.string().max(200),
  description: z.string().max(2_000).nullish(),
  type: z.string().nullish(),
})

const roleToWire = ({ id, title, system, description }: ListedRole): z.infer<typeof wireRole> => ({
  id,
  title: system ? id : title,
  type: system ? 'SYSTEM' : 'CUSTOM',
  description,
})

/** Calls about roles (wire §3). */
export const roleCalls = {
  rolesGet: translated('roleList', {
    input: z.strictObject({}),
    output: z.array(wireRole),
    toInput: () => ({}),
    toBody: ({ list }) => list.map(roleToWire),
  }),
}

/** Calls about roles with a path of their own. */
export const rolePathCalls = (services?: RoleCallServices) => ({
  adminRoleList: translated('roleList', {
    http: { method: 'GET', path: '/admin/roles' },
    input: z.strictObject({ project_id: z.string() }),
    output: z.array(wireRole),
    toInput: () => ({}),
    toBody: ({ list }) => list.map(roleToWire),
  }),
  /** Makes and renames roles. A new one has no permissions but to open the project: give them in Team & Auth. */
  adminRoleSave: scripted(
    {
      changes: ['access', 'projects'],
      scope: 'project',
      permission: 'role.manage',
      input: z.strictObject({ project_id: z.string(), roles: z.array(role).max(100) }),
      output: success,
      errors: ['ROLE_NOT_FOUND', 'ROLE_TITLE_INVALID', 'ROLE_TITLE_TAKEN', 'ROLE_ABOVE_OWN', 'ROLES_FULL'],
    },
    {
      http: { method: 'PUT', path: '/admin/roles' },
      handle: async (context, { roles }) => {
        const { principal, projectId } = inProject(context)
        const service = required(services).access.roles
        const known = new Map((await service.list(principal, projectId)).map((each) => [each.id, each]))
        const wanted = roles.map((each) => ({
          ...each,
          held: typeof each.id === 'string' ? known.get(each.id) : undefined,
        }))
        // System roles can't change. Scripts send them back with the others.
        const wrong = wanted.find(
          ({ id, title, held }) => typeof id === 'string' && (!held || (held.system && title !== held.id)),
        )
        if (wrong !== undefined) throw new AppError('ROLE_NOT_FOUND')
        const values: ChangedValue[] = []
        for (const { title, description, held } of wanted) {
          const facts = { title, description: description ?? held?.description ?? '' }
          if (held === undefined) {
            await service.create(principal, projectId, { ...facts, permissions: [] })
            values.push(...changedValues({}, { title }))
          } else if (!held.system) {
            const { before, after } = await service.update(principal, projectId, held.id, facts)
            values.push(...valuesOf(after.title, changedValues(roleFacts(before), roleFacts(after))))
          }
        }
        noteValues(context, values)
        return { msg: 'success' as const }
      },
      audit: () => ({ operation: 'AUTHENTICATION/ROLES_MANAGEMENT' }),
    },
  ),
  adminRoleDelete: translated('roleDelete', {
    http: { method: 'DELETE', path: '/admin/roles/:id' },
    input: z.strictObject({ id: z.string().min(1).max(64), project_id: z.string() }),
    output: success,
    toInput: ({ id }) => ({ id }),
    toBody: () => ({ msg: 'success' as const }),
  }),
})

const roleFacts = ({ title, description }: CustomRole) => ({ title, description })
