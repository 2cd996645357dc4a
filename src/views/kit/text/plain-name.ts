const readable = (name: string) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()

/** A name of code split into words: `firstName` is "First name". */
export const toSpacedName = (name: string): string => {
  const text = readable(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The last part of a place in a request: `/person/firstName` is "First name". */
export const plainName = (pointer: string): string => toSpacedName(pointer.slice(pointer.lastIndexOf('/') + 1))
