/** Name of the table that the sample opens with. */
export const sampleFirstTable = 'tracks'
