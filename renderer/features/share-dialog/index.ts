export type { SharePart, SharePartProps } from './parts'
export { ShareButton } from './ShareButton'
