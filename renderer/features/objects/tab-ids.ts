export const structureTabId = 'structure'
