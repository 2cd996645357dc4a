/** What leads to the warnings of a draft. */
export const doubtfulMessages = { warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`) }
