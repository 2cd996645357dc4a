/** A JSON object with so many different names. */
export const named = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"n${at}":0`).join(',')}}`
