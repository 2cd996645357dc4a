/** Limits of "Download my data" and "Ask for deletion". `worklist.md` H-5. */

/** Days that a file with somebody's data can be downloaded. */
export const ownDataRetentionDays = 7
/** Days between the request and the deletion, in which it can be withdrawn. */
export const deletionGraceDays = 30
