import type { AttachedFile } from '@common/columns/values/files'
import { create } from 'zustand'

/** The files in the viewer, and the current one. */
export interface Viewed {
  readonly projectId: string
  readonly files: readonly AttachedFile[]
  readonly at: number
}

export const useViewer = create<{ readonly viewed: Viewed | undefined }>(() => ({ viewed: undefined }))

/** Opens the viewer at a file. */
export function viewFiles(viewed: Viewed): void {
  if (viewed.files.length > 0) useViewer.setState({ viewed })
}

export function closeViewer(): void {
  useViewer.setState({ viewed: undefined })
}

/** Returns the next or previous file; wraps around at the ends. */
export function step(viewed: Viewed, by: number): Viewed {
  const count = viewed.files.length
  return { ...viewed, at: (viewed.at + by + count) % count }
}
