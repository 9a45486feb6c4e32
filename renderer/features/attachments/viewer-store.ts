import type { AttachedFile } from '@common/columns/values/files'
import { create } from 'zustand'

/** What the viewer shows. */
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

/** The next file, or the one before; the last is followed by the first. */
export function step(viewed: Viewed, by: number): Viewed {
  const count = viewed.files.length
  return { ...viewed, at: (viewed.at + by + count) % count }
}
