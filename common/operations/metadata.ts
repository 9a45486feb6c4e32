import { projectTypes } from '@common/model'
import { z } from 'zod'
import { defineOperations } from './define'

/** Result of an import. */
const imported = z.object({
  /** Number of created tables. */
  created: z.number(),
  /** Number of existing tables that took the settings of the file over. */
  changed: z.number(),
  rows: z.number(),
  /** Names of SQL views that the database doesn't have. */
  missingViews: z.array(z.string()),
})
export type MetadataImported = z.infer<typeof imported>

const fileErrors = [
  'METADATA_FILE_INVALID',
  'METADATA_FILE_MISSING',
  'IMPORT_TOO_LARGE',
  'IMPORT_FILE_DAMAGED',
  'IMPORT_FILE_PROTECTED',
  'IMPORT_UNPACKS_TOO_LARGE',
  'TABLE_EXISTS',
  'TABLE_NAME_INVALID',
  'TABLE_NAME_RESERVED',
  'COLUMN_EXISTS',
  'COLUMN_NAME_INVALID',
  'COLUMN_TYPE_INVALID',
  'DATABASE_UNAVAILABLE',
] as const

/**
 * The metadata of a project as a file (docs/metadata.md). `POST /api/v1/metadata/export` returns it, on request with all
 * rows.
 */
export const metadataOperations = defineOperations({
  /** Creates a project on the built-in database from a metadata file, with the rows that the file holds. */
  projectImport: {
    takesFile: true,
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({
      /** Default: the title in the file. */
      title: z.string().min(1).max(255).optional(),
      projectType: z.enum(projectTypes).optional(),
    }),
    output: imported.extend({ id: z.string(), title: z.string() }),
    errors: ['PROJECT_TITLE_INVALID', 'PROJECT_CREATE_DENIED', ...fileErrors],
  },
  /**
   * Takes a metadata file over into a project, all or nothing. Missing tables are created, with their rows. Existing
   * ones get titles, types, computed columns and views; their rows and columns stay.
   */
  metadataImport: {
    takesFile: true,
    changes: ['schema', 'metadata', 'views', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({}),
    output: imported,
    errors: fileErrors,
  },
  /** Writes the metadata to the folder of the project on the computer of the server. Returns the folder. */
  metadataFolderExport: {
    reads: ['schema', 'metadata', 'views'],
    scope: 'project',
    permission: 'project.configure',
    wholeSchema: true,
    input: z.strictObject({}),
    output: z.object({ folder: z.string() }),
    errors: ['DATABASE_UNAVAILABLE', 'DISK_FULL'],
  },
  /** Takes the metadata of that folder over, like `metadataImport`. */
  metadataFolderImport: {
    changes: ['schema', 'metadata', 'views', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({}),
    output: imported,
    errors: ['METADATA_FOLDER_MISSING', ...fileErrors],
  },
  /**
   * Deletes titles, types, computed columns, relations that only Basalt knows, and views with their links. Tables, rows,
   * members and access rules stay. A copy goes to `backups/` first.
   */
  metadataClear: {
    changes: ['schema', 'metadata', 'views', 'shares'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({}),
    output: z.object({ backup: z.string() }),
    errors: ['DATABASE_UNAVAILABLE', 'DISK_FULL'],
  },
})
