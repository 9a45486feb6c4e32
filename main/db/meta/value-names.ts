/** Names in `nc_store` of values that each request depends on. */
export const valueNames = {
  /** Stores the version of a project's metadata. */
  metadataVersion: (projectId: string): string => `metadata_version:${projectId}`,
  /** Exists while the API of a project is stopped. */
  stopped: (projectId: string): string => `stopped_project:${projectId}`,
} as const
