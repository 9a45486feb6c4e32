/** Duration of toasts about templates, in milliseconds: 3 s are typical (S2 §9). */
export const templateToastMs = 3_000
