import { projectTypes, type Project } from '@common/model'
import { AppError } from '@common/errors'
import { isLimited } from '@common/principal/rules'
import { authorize } from '@main/features/auth'
import type { Copies, MetadataFile } from '@main/features/copies'
import { inProject } from '@main/operations/context'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'

export interface MetadataCallServices {
  readonly copies: Copies
  readonly project: (projectId: string) => Promise<Project>
  readonly renameProject: (projectId: string, title: string) => Promise<string>
}

/** The call of the original that takes a file, for the receivers of files. */
export const metadataImportCall = 'xcMetaTablesImportZipToLocalFsAndDb'

const nothing = z.strictObject({})

/** Calls about the metadata of a project (wire §5). Their answers are empty. */
export const metadataCalls = ({ copies, project, renameProject }: MetadataCallServices) => ({
  xcMetaTablesReset: translated('metadataClear', {
    input: nothing,
    output: z.undefined(),
    toInput: () => ({}),
    toBody: () => undefined,
  }),

  xcMetaTablesExportDbToLocalFs: translated('metadataFolderExport', {
    input: nothing,
    output: z.undefined(),
    toInput: () => ({}),
    toBody: () => undefined,
  }),

  xcMetaTablesImportLocalFsToDb: translated('metadataFolderImport', {
    input: nothing,
    output: z.undefined(),
    toInput: () => ({}),
    toBody: () => undefined,
  }),

  xcMetaTablesExportDbToZip: scripted(
    {
      reads: ['schema', 'metadata', 'views'],
      scope: 'project',
      permission: 'project.configure',
      wholeSchema: true,
      asText: true,
      input: nothing,
      output: z.custom<MetadataFile['content'] | string>(
        (given) => typeof given === 'string' || given instanceof Object,
      ),
      errors: ['DATABASE_UNAVAILABLE', 'DISK_FULL'],
    },
    {
      handle: async (context) => {
        const { size, content } = await copies.open(context, false)
        Object.assign(context.answerHeaders ?? {}, {
          'content-type': 'application/zip',
          'content-length': String(size),
          'content-disposition': 'attachment; filename="meta.zip"',
        })
        return content
      },
    },
  ),

  /** Makes a new project of a file, or takes it over into the current one. */
  [metadataImportCall]: scripted(
    {
      takesFile: true,
      changes: ['projects', 'project'],
      scope: 'installation',
      permission: 'project.list',
      input: z.strictObject({
        projectType: z.enum(projectTypes).optional(),
        importsToCurrentProject: z.boolean().optional(),
      }),
      output: z.undefined(),
      errors: ['METADATA_FILE_INVALID', 'METADATA_FILE_MISSING', 'IMPORT_FILE_DAMAGED', 'IMPORT_UNPACKS_TOO_LARGE'],
    },
    {
      handle: async (context, { projectType, importsToCurrentProject }) => {
        if (importsToCurrentProject === true) {
          authorize(context, 'schema.change')
          if (context.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
          if (isLimited(context.principal)) throw new AppError('NOT_ALLOWED')
          await copies.handlers.metadataImport(inProject(context), {})
        } else {
          authorize(context, 'project.create')
          await copies.handlers.projectImport(context, { projectType })
        }
        return undefined
      },
    },
  ),

  /** Renames a project. Ignores settings of the connection, which have their own operation. */
  projectUpdateByWeb: scripted(
    {
      changes: ['projects'],
      scope: 'project',
      permission: 'project.configure',
      input: z.strictObject({
        project: z.looseObject({ title: z.string().min(1).max(255) }),
        projectJson: z.looseObject({}).nullish(),
      }),
      output: z.undefined(),
      errors: ['PROJECT_TITLE_INVALID'],
    },
    {
      handle: async (context, { project: { title } }) => {
        const { projectId } = inProject(context)
        const { title: before } = await project(projectId)
        const after = await renameProject(projectId, title)
        context.noteForAudit?.({ before, after })
        return undefined
      },
      audit: ({ project: { title } }) => ({ operation: 'PROJECT/RENAMED', details: { title } }),
    },
  ),
})
