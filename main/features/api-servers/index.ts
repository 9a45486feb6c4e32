import type { apiServerOperations } from '@common/operations/api-servers'
import { permissionsOf } from '@common/permissions/custom-role'
import type { ApiServers, ProjectService } from '@main/features/projects'
import type { Live } from '@main/features/live'
import { inProject, personIn } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { noteChange } from '@main/lib/note-change'

export interface ApiServerOptions {
  readonly projects: Pick<ProjectService, 'memberships'>
  readonly servers: Pick<ApiServers, 'cloudUrls' | 'setCloudUrl' | 'stopped'>
  readonly announce: Live['announced']
  readonly now: () => string
}

/** Lists the API servers of projects, with their addresses, and sends messages to their open windows. */
export function createApiServerList(options: ApiServerOptions): FeatureModule<typeof apiServerOperations> {
  const { projects, servers, announce, now } = options
  const cloudUrlOf = async (projectId: string): Promise<string> => (await servers.cloudUrls()).get(projectId) ?? ''
  return {
    handlers: {
      projectAPIServerList: async (context) => {
        const [memberships, stopped, urls] = await Promise.all([
          projects.memberships(personIn(context).userId),
          servers.stopped(),
          servers.cloudUrls(),
        ])
        const list = memberships
          .filter(({ role }) => permissionsOf(role).includes('project.configure'))
          .map(({ project: { id, title, type } }) => ({
            key: id,
            title,
            type,
            alive: !stopped.has(id),
            cloudUrl: urls.get(id) ?? '',
          }))
        return { list: list.toSorted((one, other) => one.title.localeCompare(other.title)) }
      },

      projectAPIServerGetCloudUrl: async (context) => ({ cloudUrl: await cloudUrlOf(inProject(context).projectId) }),

      projectAPIServerSetCloudUrl: async (context, { cloudUrl }) => {
        const { projectId } = inProject(context)
        noteChange(context, { cloudUrl: await cloudUrlOf(projectId) }, { cloudUrl })
        await servers.setCloudUrl(projectId, cloudUrl, now())
        return { cloudUrl }
      },

      projectAPIServerSendNotification: (context, { message }) => {
        const { projectId, actor } = inProject(context)
        return { windows: announce(projectId, message, actor.email) }
      },
    },
    audit: {
      projectAPIServerSetCloudUrl: () => ({ operation: 'PROJECT/CLOUD_URL_CHANGED' }),
      projectAPIServerSendNotification: ({ input, output }) => ({
        operation: 'PROJECT/NOTIFIED',
        details: { message: input.message, windows: output.windows },
      }),
    },
  }
}
