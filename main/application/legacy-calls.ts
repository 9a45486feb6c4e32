import { createLegacyCalls } from '@main/http/legacy'
import type { Assembly } from './assembly'

/** Returns the calls of the original, each with the feature that answers it. */
export const legacyCallsOf = ({
  accounts,
  parts,
  data,
  members,
  rpcClient,
  templates,
}: Assembly): ReturnType<typeof createLegacyCalls> =>
  createLegacyCalls({
    tables: parts.tables,
    views: parts.views,
    scripts: data.scripts,
    sql: data.sql,
    access: data.roles,
    people: members.people,
    users: accounts.users,
    shares: data.shares,
    rest: data.dataApi.handle,
    linkPages: data.dataApi.linkPages,
    copies: data.copies,
    project: parts.projects.service.get,
    environments: parts.environments.list,
    projectsOf: async (userId) =>
      (await parts.projects.service.list(userId)).map(({ project }) => ({
        ...project,
        filename: project.filename.replace(/^.*[\\/]/, ''),
      })),
    plugins: accounts.plugins.service,
    services: accounts.services.handlers,
    templates: templates.service,
    renameProject: parts.projects.service.rename,
    rpcClient,
  })
