import { later } from '@renderer/ui'
import { useViewer } from './viewer-store'

const OpenViewer = later(async () => (await import('./OpenViewer')).OpenViewer)

/** The full-screen viewer of files, once it is opened. */
export function Viewer({ onClosed }: { readonly onClosed: () => void }) {
  const viewed = useViewer((state) => state.viewed)
  return viewed && <OpenViewer viewed={viewed} onClosed={onClosed} />
}
