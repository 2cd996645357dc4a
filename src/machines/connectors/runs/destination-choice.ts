/** The number of a destination in an address. One that no destination has finds nothing. */
export const destinationIn = (text: string | null): number | null =>
  text !== null && /^(?:-1|\d{1,4})$/.test(text) ? Number(text) : null
