/** Renders path data of `iconPaths`, so that a cell looks the same in the page and on the canvas. */
export function PathIcon({
  path,
  size,
  className,
  filled = false,
}: {
  readonly path: string
  readonly size: number
  readonly className?: string | undefined
  readonly filled?: boolean
}) {
  const paint = filled
    ? { fill: 'currentColor' }
    : ({
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: size <= 12 ? 2.4 : 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
      } as const)
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" {...paint} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
