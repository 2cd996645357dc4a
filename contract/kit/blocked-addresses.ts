/** Addresses that a company does not let in: how long they are kept, and how often administrators are emailed. `worklist.md` C-3. */

export const blockedAddressDays = 30
/** Hours between two emails about one address. */
export const blockedNoticeHours = 1
