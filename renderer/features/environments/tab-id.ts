/** Id of the kind of tab, also in addresses. */
export const environmentsTabId = 'environments'
