/** Name of the table that the sample opens on: the first one of its list. */
export const sampleFirstTable = 'tracks'
