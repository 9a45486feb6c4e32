import type { UiType } from '@common/columns/ui-types'
import { typeIconPath } from './type-icons'

/** Icon of a column type, in the colour of the text around it. Decoration: the name stands beside it. */
export function TypeIcon({ uiType, size = 14 }: { readonly uiType: UiType; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={typeIconPath(uiType)} />
    </svg>
  )
}
