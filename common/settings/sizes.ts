/** Factors of the size of text, and of the room around it. */
export const textFactors: Readonly<Record<FontSize, number>> = { small: 0.92, normal: 1, large: 1.1, larger: 1.2 }
export const roomFactors: Readonly<Record<Density, number>> = { compact: 0.85, normal: 1, comfortable: 1.25 }

/** Returns the height of a row of the grid. Larger text needs taller rows; smaller text keeps them. */
export function scaledRow(height: number, density: Density, fontSize: FontSize): number {
  return Math.round(height * roomFactors[density] * Math.max(1, textFactors[fontSize]))
}

export const densities = ['compact', 'normal', 'comfortable'] as const

export type Density = (typeof densities)[number]

export const fontSizes = ['small', 'normal', 'large', 'larger'] as const

export type FontSize = (typeof fontSizes)[number]
