/** A statement that holds this keeps the thread of `stuck-worker.ts` busy for ever. */
export const stuck = 'stuck in a loop'
