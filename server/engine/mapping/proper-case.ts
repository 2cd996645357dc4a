const word = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu

const titled = (text: string) => {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('').toLowerCase()
}

/** Each word begins with a capital letter, and goes on with small ones. */
export const properCase = (text: string): string => text.replace(word, titled)
