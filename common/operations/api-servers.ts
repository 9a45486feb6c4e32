import { z } from 'zod'
import { projectTypes } from '../model'
import { defineOperations } from './define'

/** Characters of the message to open windows. */
export const serverMessageMax = 500

/** True for `http` and `https` addresses with a host. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/?#"<>\\]+(?:[/?#][^\s"<>\\]*)?$/i.test(text)

/** An address of the web, or none. */
const cloudUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => text === '' || isWebAddress(text))

const server = z.object({
  /** Id of the project. */
  key: z.string(),
  title: z.string(),
  type: z.enum(projectTypes),
  /** False while its API is stopped. */
  alive: z.boolean(),
  /** Address at which others reach the API; empty without one. */
  cloudUrl: z.string(),
})
export type ApiServerEntry = z.output<typeof server>

/** API servers of projects (S1 §3, §7). `projectAPIServerStart` and `Stop` are among the operations of projects. */
export const apiServerOperations = defineOperations({
  /** Lists the APIs that the caller may start and stop, by title. */
  projectAPIServerList: {
    reads: ['projects', 'project'],
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.object({ list: z.array(server) }),
    errors: [],
  },
  /** Returns the address at which others reach the API of the project; an empty text without one. */
  projectAPIServerGetCloudUrl: {
    door: 'legacy',
    reads: ['project'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: z.object({ cloudUrl: z.string() }),
    errors: [],
  },
  /** Sets the address at which others reach the API, such as that of a proxy or a tunnel. An empty text removes it. */
  projectAPIServerSetCloudUrl: {
    changes: ['project', 'projects'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ cloudUrl }),
    output: z.object({ cloudUrl: z.string() }),
    errors: [],
  },
  /** Shows a message in all windows of members that have the project open. Basalt doesn't store it. */
  projectAPIServerSendNotification: {
    door: 'legacy',
    changes: [],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ message: z.string().trim().min(1).max(serverMessageMax) }),
    /** Number of windows that it reached. */
    output: z.object({ windows: z.number() }),
    errors: [],
  },
})
