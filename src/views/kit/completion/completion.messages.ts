/** What a box with completion says of its list. */
export const completionMessages = { fields: 'Fields to insert' } as const
