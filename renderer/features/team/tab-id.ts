/** Name of the kind of tab in addresses (S1 §2). Apart from code that imports the list of kinds, which imports this. */
export const teamTabId = 'roles'
