/** What the status bar can tell of the selected cells. */
export const figureNames = ['sum', 'average', 'min', 'max', 'count'] as const
export type FigureName = (typeof figureNames)[number]

/** Figures as they are shown; those that the values do not have are absent. */
export type Figures = Readonly<Partial<Record<FigureName, string>>>
