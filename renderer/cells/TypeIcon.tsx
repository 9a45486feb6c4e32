import type { UiType } from '@common/columns/ui-types'
import { PathIcon } from './PathIcon'
import { typeIconPath } from './type-icons'

/** Icon of a column type, in the colour of the text around it. Screen readers skip it: the name is beside it. */
export function TypeIcon({ uiType, size = 14 }: { readonly uiType: UiType; readonly size?: number }) {
  return <PathIcon path={typeIconPath(uiType)} size={size} />
}
