/** Whether a text may be an email address. Whether it is one the server says: `Email` in `contract/kit/schemas.ts`. */
export const isEmailLike = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text.trim())
