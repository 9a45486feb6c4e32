/** Figures of the selected cells in the status bar. */
export const figureNames = ['sum', 'average', 'min', 'max', 'count'] as const
export type FigureName = (typeof figureNames)[number]

/** Formatted figures; absent if the values don't have them. */
export type Figures = Readonly<Partial<Record<FigureName, string>>>
