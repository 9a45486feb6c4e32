/** One icon of the library in a file of its own; the package has types for all of them together only. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, SVGProps } from 'react'

  /** Elements of the drawing in a box of 24: tag and attributes. */
  export const __iconNode: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]

  const Icon: ForwardRefExoticComponent<
    Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> & {
      readonly size?: number | string
      /** Width of the strokes in the box of 24. */
      readonly stroke?: number | string
    }
  >
  export default Icon
}
