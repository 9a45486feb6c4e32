/** True if the user or the system wants less motion. */
export const isMotionReduced = (): boolean => document.documentElement.dataset['motion'] === 'reduced'
