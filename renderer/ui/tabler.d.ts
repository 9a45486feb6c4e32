/** Type of a single icon file; the package only has types for the whole library. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, SVGProps } from 'react'

  /** Elements of the icon in a 24 × 24 box: tag and attributes. */
  export const __iconNode: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]

  const Icon: ForwardRefExoticComponent<
    Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> & {
      readonly size?: number | string
      /** Stroke width in the 24 × 24 box. */
      readonly stroke?: number | string
    }
  >
  export default Icon
}
