const most = 64

/** The beginning of a value: what is long is not written out to be cut. */
function beginning(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, most + 1)
  return Array.isArray(value) ? value.slice(0, most).map(beginning) : value
}

/** A value as a sentence names it. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(beginning(value)) ?? 'nothing'
  return text.length > most ? `${text.slice(0, most)}…` : text
}
